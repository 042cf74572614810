package io.c5c3.services.cortex;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.Anew;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.FoundedStep;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Where a Cortex keeps what it knows: on a server that somebody names, or on one of its own.
 *
 * @param clients the labels of the pods that may connect to it
 */
record CortexDatabase(Cortex cortex, Map<String, String> clients, String operator) {

    private static final List<String> KEYS = List.of("username", "password");

    private Postgres postgres() {
        return new Postgres(cortex, clients);
    }

    private PostgresWorkload workload() {
        return new PostgresWorkload(postgres(), secret());
    }

    private Cortex.Database wish() {
        return cortex.getSpec().database();
    }

    String host() {
        return Objects.requireNonNullElseGet(wish().host(), () -> postgres().host());
    }

    int port() {
        return Objects.requireNonNullElse(wish().port(), Postgres.PORT);
    }

    /** The Secret with user and password. */
    String secret() {
        return Optional.ofNullable(wish().secretRef())
                .map(SecretRef::name)
                .orElse(cortex.getMetadata().getName() + "-db-credentials");
    }

    SecretsStep.Input input() {
        return new SecretsStep.Input(secret(), KEYS, "WaitingForDBCredentials");
    }

    private boolean deleted() {
        return cortex.getSpec().deletionPolicy() == DeletionPolicy.Delete;
    }

    Step step(Facts facts) {
        if (wish().host() != null) {
            var refused = new SentTo(secret(), "host", "database.host").refused(facts, host());
            return refused.<Step>map(why -> new VerdictStep(why))
                    .orElseGet(() -> new VerdictStep(Outcome.done(
                            "DatabaseGiven",
                            "The database " + wish().database() + " is on " + host() + ":" + port()
                                    + ", which somebody else runs.")));
        }
        var postgres = postgres();
        var files = postgres.files();
        return new SequenceStep(
                new GeneratedSecretStep(
                        secret(), Map.of("username", wish().database()), List.of("password"), deleted()),
                new SecretsStep(List.of(input())),
                new ObjectsStep(
                        List.of(files.configMap()),
                        "ConfigApplied",
                        "ConfigMap/" + files.name() + " holds the script that starts the server."),
                new FoundedStep(
                        new WorkloadStep(
                                workload().statefulSet(facts, operator),
                                List.of(postgres.service(), postgres.networkPolicy()),
                                // The server takes the password over when it starts.
                                Set.of(secret())),
                        postgres.name(),
                        List.of(workload().claim()),
                        true,
                        "restore the volume of PersistentVolumeClaim/"
                                + workload().claim() + " from a backup and delete Pod/" + postgres.name() + "-0",
                        Anew.ALONE,
                        deleted()));
    }

    Step storage() {
        return wish().host() != null
                ? new VerdictStep(Outcome.skipped("The database is on a server that somebody else runs."))
                : new ClaimStep(workload().claim(), postgres().wish().storageSize(), Optional.empty(), deleted());
    }
}
