package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SecretCopyStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.infrastructure.sql.RootLogin;
import java.util.List;
import java.util.Map;

/**
 * The two Secrets that hold root's password. A server keeps the password it was first started with, so losing the Secret would mean losing
 * the database. Hence the backup: it is written before the server can start, and holds the last password that is known to work. Either
 * Secret is restored from the other, and a changed password is carried over to the server with the help of the old one.
 */
record RootPassword(MariaDB mariadb) {

    private static final List<String> KEYS = List.of("username", "password");

    /** What pods and people read. */
    String secret() {
        return RootLogin.secret(mariadb);
    }

    String backup() {
        return mariadb.getMetadata().getName() + "-root-backup";
    }

    Step step() {
        var deleted = mariadb.getSpec().deletionPolicy() == DeletionPolicy.Delete;
        if (mariadb.getSpec().rootPasswordSecretRef() != null) {
            return new SequenceStep(
                    new SecretsStep(
                            List.of(new SecretsStep.Input(secret(), List.of("password"), "WaitingForRootPassword"))),
                    new SecretCopyStep(secret(), backup(), KEYS, deleted));
        }
        return new SequenceStep(
                new SecretCopyStep(secret(), backup(), KEYS, deleted),
                new GeneratedSecretStep(backup(), Map.of("username", RootLogin.USER), List.of("password"), deleted),
                new SecretCopyStep(backup(), secret(), KEYS, deleted));
    }
}
