package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Logs in to the cluster as the service itself will, and looks for the pools it needs.
 *
 * @param secret with the login
 * @param client whose key the Secret must hold; empty for the only one in it
 */
public record CephConnectedStep(String secret, String client, List<String> pools) implements Step {

    public static final Set<Class<? extends HasMetadata>> USES = Set.of(Secret.class);

    /** No watch tells when a network path breaks or mends, so it is walked from time to time: seldom while it holds. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    static final Duration WHILE_ILL = Duration.ofSeconds(2);

    public CephConnectedStep {
        pools = List.copyOf(pools);
    }

    @Override
    public Outcome run(Work work) {
        return switch (new CephSecret(work.namespace(), secret).read(work, client)) {
            case CephSecret.Unusable problem -> problem.outcome();
            case CephSecret.Usable usable -> knock(work, usable.login());
        };
    }

    private Outcome knock(Work work, CephLogin login) {
        try {
            var report = work.port(Ceph.class).report(login);
            var missing = new TreeSet<>(pools);
            missing.removeAll(report.pools().keySet());
            if (!missing.isEmpty()) {
                return Outcome.waiting(
                                "PoolMissing",
                                login + " is let in, but the cluster has no pool " + String.join(", ", missing)
                                        + "; it has "
                                        + (report.pools().isEmpty()
                                                ? "none"
                                                : String.join(
                                                        ", ", report.pools().keySet()))
                                        + ".")
                        .retry(WHILE_ILL);
            }
            return Outcome.done(
                            "CephConnected",
                            login + " is let in" + (pools.isEmpty() ? "" : " and finds " + String.join(", ", pools))
                                    + ".")
                    .again(WHILE_WELL);
        } catch (CephFailure e) {
            return failed(login, e);
        }
    }

    /** What every step says that cannot go on without the cluster. */
    static Outcome failed(CephLogin login, CephFailure failure) {
        var reason = switch (failure) {
            case CephUnavailable e -> "CephUnreachable";
            case CephRefused e -> e.isDenied() ? "CephAccessDenied" : "CephRefused";
        };
        return Outcome.waiting(reason, login + ": " + failure.getMessage() + ".")
                .retry(WHILE_ILL);
    }
}
