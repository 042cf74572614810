package io.c5c3.api.common;

import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message queue of a service. With {@code clusterRef} (or with neither it nor {@code hosts}, when the namespace has just one RabbitMQ)
 * the operator makes the virtual host and its user; with {@code hosts} that are not of this namespace's RabbitMQ, both must be there
 * already.
 *
 * @param clusterRef the RabbitMQ of this namespace
 * @param secretRef the Secret with username and password, {@code <service>-rabbitmq-credentials} by default; made if it is missing and the
 *     server is ours
 * @param hosts host:port of each server
 */
@ValidationRule(
        value = "!(has(self.clusterRef) && has(self.hosts) && self.hosts.size() > 0)",
        message =
                "write either messaging.clusterRef (the operator makes virtual host and user) or messaging.hosts, not both")
public record Messaging(
        @Nullable NameRef clusterRef, @Nullable SecretRef secretRef, List<String> hosts) {

    @SuppressWarnings("NullAway")
    public static final Messaging UNSET = new Messaging(null, null, null);

    public Messaging {
        hosts = hosts == null ? List.of() : hosts;
    }
}
