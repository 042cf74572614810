package io.c5c3.services.nova;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;

/**
 * By what Nova knows that a guest's question comes from Neutron's agent, which says for which guest it asks. Neutron reads the same Secret.
 *
 * @param made whether the operator makes it
 * @param deleted whether what it made goes with the resource
 */
record MetadataSecret(String secret, String key, boolean made, boolean deleted) {

    private static final String KEY = "shared_secret";

    static MetadataSecret of(Nova nova) {
        SecretKeyRef named = nova.getSpec().metadata().sharedSecretRef();
        return named == null
                ? new MetadataSecret(
                        nova.getMetadata().getName() + "-metadata-secret",
                        KEY,
                        true,
                        nova.getSpec().deletionPolicy() == DeletionPolicy.Delete)
                : new MetadataSecret(named.name(), named.key(), false, false);
    }

    EnvVar variable() {
        return Reads.fromSecret("neutron", "metadata_proxy_shared_secret", secret, key);
    }

    /** Waits for nothing: Neutron's agent may be there before Nova is. */
    Step step() {
        return made
                ? new GeneratedSecretStep(secret, Map.of(), List.of(KEY), deleted)
                : new VerdictStep(Outcome.skipped("The resource names Secret/" + secret + "."));
    }

    List<SecretsStep.Input> inputs() {
        return made ? List.of() : List.of(new SecretsStep.Input(secret, List.of(key), "WaitingForMetadataSecret"));
    }
}
