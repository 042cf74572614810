package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.servers.FreshStart;
import io.c5c3.infrastructure.servers.PasswordChange;
import io.c5c3.infrastructure.sql.RootLogin;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.infrastructure.sql.SqlFailure;
import io.c5c3.infrastructure.sql.SqlLogin;
import io.c5c3.infrastructure.sql.SqlRefused;
import io.c5c3.infrastructure.sql.SqlUnavailable;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the server lets root in, which is what everything else needs of it. The password in the Secret is the one that shall be: if the
 * server still has another, it is changed there.
 *
 * @param mariadb also the name of the Service
 * @param secret root's
 * @param backup the journal of the change
 * @param cluster whether there are several that hold the same data
 */
record ServerStep(MariaDB mariadb, String secret, String backup, boolean cluster) implements Step {

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(30);

    private String name() {
        return mariadb.getMetadata().getName();
    }

    @Override
    public Outcome run(Work work) throws SqlFailure {
        work.measure("server_up", 0);
        var wanted = RootLogin.of(work, mariadb);
        if (wanted.isEmpty()) {
            return Outcome.waiting(
                            "WaitingForServer",
                            "Service/" + name() + " has no address yet, or Secret/" + secret + " no password.")
                    .on(Ref.of(Secret.class, work.namespace(), secret));
        }
        try {
            var version = new PasswordChange<>(backup, new Root(work.port(Sql.class), wanted.get()))
                    .settle(work, wanted.get().password());
            return version.map(found -> answers(work, found)).orElseGet(() -> refused(work));
        } catch (SqlUnavailable e) {
            return Outcome.waiting("WaitingForServer", "Service/" + name() + ": " + e.getMessage() + ".")
                    .retry(SOON);
        } catch (SqlRefused e) {
            return Outcome.waiting("ServerRefused", "The server does not let root in: " + e.getMessage() + ".")
                    .on(Ref.of(Secret.class, work.namespace(), secret))
                    .retry(LATER);
        }
    }

    private Outcome answers(Work work, String version) {
        work.measure("server_up", 1);
        var endpoint = name() + "." + work.namespace() + ".svc.cluster.local:" + MariaDB.PORT;
        return Outcome.done("ServerAnswers", "MariaDB " + version + " answers at " + endpoint + ".")
                .found(Map.of("version", version, "endpoint", endpoint));
    }

    private Outcome refused(Work work) {
        return new FreshStart(name(), secret, backup, cluster)
                .take(work)
                .orElseGet(() -> Outcome.waiting(
                                "RootPasswordMismatch",
                                "The server does not let root in with the password of Secret/" + secret
                                        + ", although its pod was started with it. Write the password it has into"
                                        + " Secret/"
                                        + secret + ", or give it this one: ALTER USER root, in Pod/" + name() + "-0.")
                        .on(Ref.of(Secret.class, work.namespace(), secret))
                        .retry(LATER));
    }

    /** The server, seen by root. */
    private record Root(Sql sql, SqlLogin wanted) implements PasswordChange.Door<SqlFailure> {

        @Override
        public Optional<String> enter(String password) throws SqlFailure {
            try {
                return Optional.of(sql.version(with(password)));
            } catch (SqlRefused e) {
                if (e.isWrongPassword()) {
                    return Optional.empty();
                }
                throw e;
            }
        }

        @Override
        public void change(String known, String password) throws SqlFailure {
            sql.changeRootPassword(with(known), password);
        }

        private SqlLogin with(String password) {
            return wanted.as(wanted.user(), password);
        }
    }
}
