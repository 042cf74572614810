package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Asks both databases of a virtual network whether they are there and in contact with a majority of their members.
 *
 * @param tlsSecret with encryption, the Secret with tls.crt, tls.key and ca.crt
 */
public record OvnConnectedStep(String nb, String sb, Optional<String> tlsSecret) implements Step {

    /** The kinds this step looks at, for {@link io.c5c3.engine.Blueprint#reads()}. */
    public static final Set<Class<? extends HasMetadata>> READS = Set.of(Service.class, Secret.class);

    /** No watch tells when a network path breaks or mends, so it is walked from time to time: seldom while it holds. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    private static final Duration WHILE_ILL = Duration.ofSeconds(2);

    @Override
    public Outcome run(Work work) {
        return ask(work, "nbConnection", nb, Side.NORTHBOUND)
                .or(() -> ask(work, "sbConnection", sb, Side.SOUTHBOUND))
                .orElseGet(() -> Outcome.done("OVNConnected", nb + " and " + sb + " answer.")
                        .again(WHILE_WELL));
    }

    /** What is wrong, if anything. */
    private Optional<Outcome> ask(Work work, String field, String text, Side side) {
        var connection = new OvnConnection(text);
        if (!connection.isValid()) {
            return Optional.of(Outcome.mistake(
                    "OVNConnectionInvalid",
                    "ovn." + field + ": " + text
                            + " is no way to a database: write tcp:HOST:PORT or ssl:HOST:PORT, several with commas."));
        }
        try {
            var database = new OvnAccess(connection, tlsSecret, side.database()).itself(work);
            if (database.isEmpty()) {
                return ill("OVNDatabaseMissing", text + " answers, but does not have " + side.database() + ".");
            }
            return database.get().flag("connected")
                    ? Optional.empty()
                    : ill("OVNNotConnected", text + " answers, but is in contact with no majority of its members.");
        } catch (OvsdbFailure e) {
            return ill("OVNUnreachable", e.getMessage() + ".");
        }
    }

    private static Optional<Outcome> ill(String reason, String message) {
        return Optional.of(Outcome.waiting(reason, message).retry(WHILE_ILL));
    }
}
