package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretCopyStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import java.util.List;
import java.util.Map;

/**
 * The two Secrets that hold the administrator's password. The servers keep the password they were first started with, so losing the Secret
 * would lock everybody out. Hence the backup: it is written before the first server can start, and holds the last password that is known to
 * work. Either Secret is restored from the other, and a changed password is carried over to the servers with the help of the old one.
 */
record AdminPassword(RabbitMQ rabbitmq) {

    private static final List<String> KEYS = List.of("username", "password");

    /** What pods and people read. */
    String secret() {
        return AdminLogin.secret(rabbitmq);
    }

    String backup() {
        return rabbitmq.getMetadata().getName() + "-admin-backup";
    }

    Step step() {
        var deleted = rabbitmq.getSpec().deletionPolicy() == DeletionPolicy.Delete;
        if (rabbitmq.getSpec().adminPasswordSecretRef() != null) {
            return new SequenceStep(
                    new SecretsStep(
                            List.of(new SecretsStep.Input(secret(), List.of("password"), "WaitingForAdminPassword"))),
                    new SecretCopyStep(secret(), backup(), KEYS, deleted));
        }
        return new SequenceStep(
                new SecretCopyStep(secret(), backup(), KEYS, deleted),
                new GeneratedSecretStep(backup(), Map.of("username", AdminLogin.USER), List.of("password"), deleted),
                new SecretCopyStep(backup(), secret(), KEYS, deleted));
    }
}
