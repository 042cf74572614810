package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether there is a primary that lets clients in, with all its replicas, and sentinels that would elect another. Pods can be ready and
 * yet know nothing of each other: sentinels that have not heard of the replicas cannot elect one.
 */
record PrimaryStep(Valkey valkey) implements Step {

    /** No watch tells of an election, so it is asked from time to time: seldom while all is well. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(30);

    @Override
    public Outcome run(Work work) {
        var names = new StoreNames(valkey);
        var server = login(work, names, Valkey.PORT);
        if (server.isEmpty()) {
            return Outcome.waiting(
                            "WaitingForServer",
                            "Service/" + names.client() + " has no address yet, or Secret/" + names.password()
                                    + " no password.")
                    .on(Ref.of(Secret.class, work.namespace(), names.password()));
        }
        try {
            var seen = work.port(Store.class).server(server.get());
            return (names.guarded() ? guarded(work, names, seen) : alone(seen, names.first()))
                    .found("version", seen.version())
                    .found("endpoint", names.endpoint())
                    .found("bindingSecret", names.binding());
        } catch (StoreFailure e) {
            return unreachable(work, names, e);
        }
    }

    private static Outcome unreachable(Work work, StoreNames names, StoreFailure e) {
        return e.isWrongPassword() ? mismatch(work, names) : waiting("WaitingForServer", e.getMessage() + ".");
    }

    private Outcome alone(Store.Server seen, String first) {
        var outcome = seen.replicas() < others()
                ? waiting(
                        "ReplicasMissing",
                        "Pod/" + first + " is the primary, and " + seen.replicas() + " of " + others()
                                + " replicas follow it.")
                : well(seen, first, "");
        return outcome.found("primary", first);
    }

    private Outcome guarded(Work work, StoreNames names, Store.Server seen) {
        try {
            var sentinel = work.port(Store.class)
                    .sentinel(login(work, names, Valkey.SENTINEL_PORT).orElseThrow(), StoreNames.PRIMARY);
            var primary = pod(sentinel.primary());
            return guarded(seen, sentinel, primary).found("primary", primary);
        } catch (StoreFailure e) {
            return unreachable(work, names, e);
        }
    }

    private Outcome guarded(Store.Server seen, Store.Sentinel sentinel, String primary) {
        if (!sentinel.answers()) {
            return waiting(
                    "PrimaryMissed",
                    "The sentinels miss the primary Pod/" + primary + ", and elect another if they can.");
        }
        if (sentinel.replicas() < others() || sentinel.sentinels() <= others()) {
            return waiting(
                    "ReplicasMissing",
                    "Pod/" + primary + " is the primary; " + sentinel.replicas() + " of " + others()
                            + " replicas and " + sentinel.sentinels() + " of "
                            + valkey.getSpec().replicas() + " sentinels are known.");
        }
        // A single sentinel has nobody to elect, and nobody to agree with.
        if (others() > 0 && !sentinel.majority()) {
            return waiting(
                    "NoMajority",
                    "Pod/" + primary
                            + " is the primary, and too few sentinels are there to elect another one in its place.");
        }
        return well(seen, primary, others() > 0 ? " that the sentinels may elect" : "");
    }

    private int others() {
        return valkey.getSpec().replicas() - 1;
    }

    /** valkey-1.valkey.openstack.svc.cluster.local runs in the pod valkey-1; who says nothing means the first. */
    private String pod(String host) {
        return host.isEmpty() ? new StoreNames(valkey).first() : host.replaceFirst("\\..*$", "");
    }

    private Outcome well(Store.Server seen, String primary, String use) {
        return Outcome.done(
                        "PrimaryAnswers",
                        "Valkey " + seen.version() + " answers: Pod/" + primary + " is the primary, with " + others()
                                + (others() == 1 ? " replica" : " replicas") + use + ".")
                .again(WHILE_WELL);
    }

    private static Outcome waiting(String reason, String message) {
        return Outcome.waiting(reason, message).retry(SOON);
    }

    private static Outcome mismatch(Work work, StoreNames names) {
        return Outcome.waiting(
                        "PasswordMismatch",
                        "The servers have another password than Secret/" + names.password()
                                + ", the one they were started with: write that into the Secret, or delete all pods of"
                                + " StatefulSet/"
                                + names.name() + " at once, and they take this one.")
                .on(Ref.of(Secret.class, work.namespace(), names.password()))
                .retry(LATER);
    }

    /** By the Service's address, which also works from outside the cluster, where its names mean nothing. */
    private static Optional<StoreLogin> login(Work work, StoreNames names, int port) {
        var password = SecretText.lines(work, names.password()).getOrDefault(BindingStep.PASSWORD, "");
        return work.find(Service.class, names.client())
                .map(found -> found.getSpec().getClusterIP())
                .filter(ip -> !ip.isBlank() && !"None".equals(ip) && !password.isBlank())
                .map(ip -> new StoreLogin(ip, port, password, names.trust(work)));
    }
}
