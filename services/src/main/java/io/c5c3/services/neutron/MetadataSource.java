package io.c5c3.services.neutron;

import io.c5c3.api.common.SecretKeyRef;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.services.Reads;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where agents learn what guests ask for.
 *
 * @param host who answers for Nova
 * @param secret what both know and nobody else
 */
record MetadataSource(String host, SecretKeyRef secret) {

    private static final int NOVA_PORT = 8775;

    /** None without anybody who could answer: a Nova in the namespace, or one that a person names. */
    static Optional<MetadataSource> of(Neutron neutron, Facts facts) {
        var wish = neutron.getSpec().metadataAgent();
        var nova = facts.neighbours(Nova.class).stream()
                .min(Comparator.comparing(found -> found.getMetadata().getName()));
        var name = nova.map(found -> found.getMetadata().getName()).orElse("nova");
        var host = Optional.ofNullable(wish.novaMetadataHost())
                .or(() -> nova.map(
                        found -> name + "-metadata." + neutron.getMetadata().getNamespace() + ".svc"));
        var secret = Optional.ofNullable(wish.sharedSecretRef())
                .or(() -> nova.flatMap(
                        found -> Optional.ofNullable(found.getSpec().metadata().sharedSecretRef())))
                .orElseGet(() -> new SecretKeyRef(name + "-metadata-secret", "shared_secret"));
        return host.map(found -> new MetadataSource(found, secret));
    }

    Step known() {
        return new SecretsStep(
                List.of(new SecretsStep.Input(secret.name(), List.of(secret.key()), "WaitingForMetadataSecret")));
    }

    Ini in(Ini ini) {
        return ini.set(Ini.DEFAULT, "nova_metadata_host", host).set(Ini.DEFAULT, "nova_metadata_port", NOVA_PORT);
    }

    EnvVar env() {
        return Reads.fromSecret(Ini.DEFAULT, "metadata_proxy_shared_secret", secret.name(), secret.key());
    }
}
