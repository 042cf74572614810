package io.c5c3.services.keystone;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.KeyRingStep;
import io.c5c3.engine.step.MigrationMark;
import io.c5c3.engine.step.PropagationStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Optional;
import java.util.Set;

/** The keys that make tokens and the keys that encrypt stored credentials. */
record KeystoneKeys(Keystone keystone, KeystonePods pods, Facts facts) {

    private static final String MIGRATION = "credential-migrate";

    /** Fixed in keystone: one staged, one that encrypts, and the one before it until all is encrypted anew. */
    private static final int CREDENTIAL_KEYS = 3;

    Step fernet() {
        var wish = keystone.getSpec().fernet();
        return ring(
                KeystonePods.FERNET, wish.maxActiveKeys(), wish.rotationSchedule(), wish.suspend(), Optional.empty());
    }

    Step credential() {
        var wish = keystone.getSpec().credentialKeys();
        return ring(
                KeystonePods.CREDENTIAL,
                CREDENTIAL_KEYS,
                wish.rotationSchedule(),
                wish.suspend(),
                Optional.of(job().getMetadata().getName()));
    }

    private Step ring(String type, int mostActive, String schedule, boolean suspended, Optional<String> migration) {
        return new KeyRingStep(
                type,
                pods.keySecret(type),
                Optional.empty(),
                mostActive,
                schedule,
                suspended,
                pods.readers(type),
                migration,
                keystone.getSpec().deletionPolicy() == DeletionPolicy.Delete);
    }

    /** Encrypts stored credentials anew after a rotation, so that the next one may drop the key before. */
    Step migration() {
        var ring = pods.keySecret(KeystonePods.CREDENTIAL);
        var rotations =
                facts.find(Secret.class, ring).map(MigrationMark::rotations).orElse(0);
        if (rotations == 0) {
            return new VerdictStep(Outcome.skipped("The credential keys have not been rotated yet."));
        }
        var job = MigrationMark.on(job(), rotations);
        return new PropagationStep(
                new TaskStep("CredentialMigration", "CredentialsMigrated", job, Set.of()),
                job.getMetadata().getName(),
                ring,
                pods.readers(KeystonePods.CREDENTIAL));
    }

    private Job job() {
        return pods.migration(MIGRATION).job();
    }
}
