package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.sql.RootLogin;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.infrastructure.sql.SqlFailure;
import io.c5c3.infrastructure.sql.SqlLogin;
import io.c5c3.infrastructure.sql.SqlRefused;
import io.c5c3.infrastructure.sql.SqlUnavailable;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether the server lets root in, which is what everything else needs of it. The password in the Secret is the one that shall be: if the
 * server still has the one of the backup, it is changed there.
 *
 * @param name of the Service
 */
record ServerStep(String condition, String name, String secret, String backup) implements Step {

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(30);

    @Override
    public Outcome run(Work work) throws SqlFailure {
        var wanted = RootLogin.of(work, name, secret);
        if (wanted.isEmpty()) {
            return Outcome.waiting(
                            "WaitingForServer",
                            "Service/" + name + " has no address yet, or Secret/" + secret + " no password.")
                    .on(Ref.of(Secret.class, work.namespace(), secret));
        }
        try {
            var version = version(work, wanted.get());
            remember(work, wanted.get().password());
            var endpoint = name + "." + work.namespace() + ".svc.cluster.local:" + MariaDB.PORT;
            work.status("version", version);
            work.status("endpoint", endpoint);
            return Outcome.done("ServerAnswers", "MariaDB " + version + " answers at " + endpoint + ".");
        } catch (SqlUnavailable e) {
            return Outcome.waiting("WaitingForServer", "Service/" + name + ": " + e.getMessage() + ".")
                    .retry(SOON);
        } catch (SqlRefused e) {
            return Outcome.waiting(
                            e.isWrongPassword() ? "RootPasswordMismatch" : "ServerRefused",
                            "The server does not let root in with the password of Secret/" + secret + ": "
                                    + e.getMessage()
                                    + ". Its volume was set up with another password: write that one into Secret/"
                                    + secret
                                    + ", or delete PersistentVolumeClaim/data-" + name
                                    + "-0 and the pod to begin with an empty database.")
                    .on(Ref.of(Secret.class, work.namespace(), secret))
                    .retry(LATER);
        }
    }

    private String version(Work work, SqlLogin wanted) throws SqlFailure {
        var sql = work.port(Sql.class);
        try {
            return sql.version(wanted);
        } catch (SqlRefused e) {
            var known = RootLogin.of(work, name, backup).filter(login -> !login.equals(wanted));
            if (!e.isWrongPassword() || known.isEmpty()) {
                throw e;
            }
            sql.changeRootPassword(known.get(), wanted.password());
            return sql.version(wanted);
        }
    }

    /**
     * Only now, when the server has taken the password, may the backup forget the one before. The password is the one that was just
     * tried: the Secret may have been deleted since.
     */
    private void remember(Work work, String password) {
        var good = SecretText.encoded(password);
        work.find(Secret.class, backup)
                .filter(held ->
                        held.getData() == null || !good.equals(held.getData().get("password")))
                .ifPresent(held -> {
                    var data = new TreeMap<>(held.getData() == null ? Map.of() : held.getData());
                    data.put("password", good);
                    work.replace(held.edit().withData(data).build());
                });
    }
}
