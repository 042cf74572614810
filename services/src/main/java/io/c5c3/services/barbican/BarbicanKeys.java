package io.c5c3.services.barbican;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.Barbican;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.step.KeyFile;
import io.c5c3.engine.step.KeyReaders;
import io.c5c3.engine.step.KeyRingStep;
import io.c5c3.engine.step.MigrationMark;
import io.c5c3.engine.step.PropagationStep;
import io.c5c3.engine.step.StartedReaders;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys that encrypt the keys of all projects. The one that is to follow is known to every pod long before it encrypts; one that
 * encrypted goes with a later rotation, once a Job has proved that it encrypts nothing any more.
 *
 * @param rotations how often they have been rotated, as the Secret says
 */
record BarbicanKeys(Barbican barbican, int rotations) {

    static final String SECTION = "simple_crypto_plugin";
    static final String OPTION = "kek";

    /** What does the work after a rotation. */
    static final String REWRAP = "rewrap";

    static BarbicanKeys of(Barbican barbican, Facts facts) {
        return new BarbicanKeys(
                barbican,
                facts.find(Secret.class, secret(barbican))
                        .map(MigrationMark::rotations)
                        .orElse(0));
    }

    private static String secret(Barbican barbican) {
        return barbican.getMetadata().getName() + "-kek";
    }

    String secret() {
        return secret(barbican);
    }

    /** An option that may be there several times is no environment variable, but a file beside the others. */
    SecretFiles files() {
        return new SecretFiles("kek", secret(), "/etc/barbican/barbican.conf.d", List.of(KeyFile.name(rotations)));
    }

    Step ring() {
        var wish = barbican.getSpec().encryptionKeys();
        return new KeyRingStep(
                "encryption",
                secret(),
                Optional.of(new KeyFile(SECTION, OPTION)),
                wish.maxActiveKeys(),
                wish.rotationSchedule(),
                wish.suspend(),
                readers(),
                Optional.of(barbican.getMetadata().getName() + "-" + REWRAP),
                barbican.getSpec().deletionPolicy() == DeletionPolicy.Delete);
    }

    /** Encrypts the keys of all projects anew after a rotation. A pod of before could still encrypt one with the old key. */
    Step rewrap(Task task) {
        if (rotations == 0) {
            return new VerdictStep(Outcome.skipped("The encryption keys have not been rotated yet."));
        }
        var job = MigrationMark.on(task.job(), rotations);
        return new PropagationStep(
                new TaskStep("Rewrap", "KeysRewrapped", job, Set.of()),
                job.getMetadata().getName(),
                secret(),
                readers());
    }

    private KeyReaders readers() {
        return new StartedReaders(Map.of(
                "app.kubernetes.io/name",
                OpenStackService.BARBICAN.id(),
                "app.kubernetes.io/instance",
                barbican.getMetadata().getName()));
    }
}
