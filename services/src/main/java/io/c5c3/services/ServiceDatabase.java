package io.c5c3.services;

import io.c5c3.api.common.Database;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TaskStep;
import io.c5c3.infrastructure.sql.DatabaseStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The service's own database.
 *
 * @param service the name of the resource, after which database, user and Secrets are named unless it says otherwise
 */
public record ServiceDatabase(Database wish, String service, DeletionPolicy deletion) {

    public String name() {
        return Objects.requireNonNullElse(wish.database(), service.replaceAll("[^a-z0-9]", "_"));
    }

    /** The Secret with its user and password. */
    public String credentials() {
        return Optional.ofNullable(wish.secretRef())
                .map(SecretRef::name)
                .orElseGet(() -> DatabaseStep.credentialsSecret(service));
    }

    /** The Secret with all of it, as the service's pods read it. */
    public String connection() {
        return DatabaseStep.connectionSecret(service);
    }

    public DatabasePlace place(Facts facts) {
        return DatabasePlace.of(wish, credentials(), facts);
    }

    /** The Secret that has to be there before the database can be. */
    public SecretsStep.Input input() {
        return new SecretsStep.Input(credentials(), List.of("username", "password"), "WaitingForDBCredentials");
    }

    /** A change of place is a reason to migrate, a change of password is not. */
    public Map<String, String> mark(Facts facts) {
        return Map.of("c5c3.io/database", place(facts) + "/" + name());
    }

    /**
     * Database and user, and what fills the database. It needs a login of its own and nothing else of what the service needs, so the tables are
     * there when the rest is. The place is part of what the tasks run: a new database needs tables too.
     *
     * @param sync tasks that make its tables, one after the other
     * @param more tasks of other steps that write into it
     */
    Step step(List<Task> sync, Task... more) {
        var fillers =
                Stream.concat(sync.stream(), Stream.of(more)).map(Task::name).collect(Collectors.toSet());
        var steps = new ArrayList<Step>(List.of(
                new SecretsStep(List.of(input())),
                new DatabaseStep(
                        wish,
                        name(),
                        credentials(),
                        connection(),
                        fillers,
                        Set.of(CacheStep.secretName(service)),
                        deletion)));
        sync.forEach(task -> steps.add(new TaskStep("DBSync", "DatabaseSynced", task.job(), Set.of())));
        return new SequenceStep(steps);
    }
}
