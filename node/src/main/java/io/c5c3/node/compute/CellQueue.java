package io.c5c3.node.compute;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.services.nova.NovaCell;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How agents talk to their cell: in its virtual host, as a user of their own where the operator can make one. A node that has fallen into
 * other hands then gives away no login of the control plane's.
 *
 * @param virtualHost of the cell; empty while it is not known
 */
record CellQueue(NovaCompute compute, NovaCell cell, String virtualHost) {

    static CellQueue of(NovaCompute compute, NovaCell cell, Facts facts) {
        var credentials = cell.messagingCredentials();
        return new CellQueue(
                compute,
                cell,
                SecretText.value(facts, credentials, "vhost")
                        .or(() -> SecretText.value(facts, credentials, "username"))
                        .orElse(""));
    }

    private String prefix() {
        return compute.getMetadata().getName() + "-compute";
    }

    /** The servers a person names are theirs: what users they have is not for the operator to say. */
    private boolean own() {
        return compute.getSpec().messaging().secretRef() != null
                || cell.messaging().hosts().isEmpty();
    }

    String connection() {
        return own() ? MessagingStep.connectionSecret(prefix()) : cell.messagingConnection();
    }

    Step step() {
        var wish = compute.getSpec().messaging();
        var elsewhere = wish.clusterRef() != null || !wish.hosts().isEmpty();
        if (!own() && elsewhere) {
            var cluster = wish.clusterRef();
            return new VerdictStep(Outcome.mistake(
                    "MessagingLoginMissing",
                    "spec.messaging sends the agents to "
                            + (cluster == null ? String.join(", ", wish.hosts()) : "RabbitMQ/" + cluster.name())
                            + ", and the servers of the cell " + cell.name()
                            + " are not ours, so no login can be made: name the Secret that holds one in"
                            + " spec.messaging.secretRef, or leave out spec.messaging to use the servers and the login"
                            + " of the cell."));
        }
        if (!own()) {
            return new VerdictStep(Outcome.skipped("The agents use the login of the cell: its servers are not ours."));
        }
        if (virtualHost.isEmpty()) {
            return new VerdictStep(Outcome.waiting(
                    "WaitingForMessagingCredentials",
                    "Secret/" + cell.messagingCredentials() + " does not say which virtual host the cell has."));
        }
        var named =
                Optional.ofNullable(compute.getSpec().messaging().secretRef()).map(SecretRef::name);
        var servers = elsewhere
                ? wish
                : new Messaging(
                        cell.messaging().clusterRef(), null, cell.messaging().hosts());
        var credentials = named.orElse(prefix() + "-rabbitmq-credentials");
        // The virtual host is the cell's and outlives its agents.
        var user = new MessagingStep(
                servers, credentials, connection(), DeletionPolicy.Retain, Optional.of(Owner.of(cell.nova())));
        return named.isPresent()
                ? user
                : new SequenceStep(
                        new GeneratedSecretStep(
                                credentials,
                                Map.of("username", prefix(), "vhost", virtualHost),
                                List.of("password"),
                                true),
                        user);
    }
}
