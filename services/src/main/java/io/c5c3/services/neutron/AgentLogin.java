package io.c5c3.services.neutron;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceMessaging;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How agents on nodes talk to their Neutron: in its virtual host, as a user of their own where the operator can make one. A node that has
 * fallen into other hands then gives away no login of the control plane's.
 *
 * @param virtualHost of Neutron; empty while it is not known
 */
record AgentLogin(Neutron neutron, ServiceMessaging messaging, String virtualHost) {

    static AgentLogin of(Neutron neutron, ServiceMessaging messaging, Facts facts) {
        var credentials = messaging.credentials();
        return new AgentLogin(
                neutron,
                messaging,
                SecretText.value(facts, credentials, "vhost")
                        .or(() -> SecretText.value(facts, credentials, "username"))
                        .orElse(""));
    }

    private String name() {
        return neutron.getMetadata().getName() + "-agents";
    }

    /** The servers a person names are theirs: what users they have is not for the operator to say. */
    private boolean own() {
        return messaging.wish().hosts().isEmpty();
    }

    /** The Secret with the address. */
    String connection() {
        return own() ? MessagingStep.connectionSecret(name()) : messaging.secret();
    }

    Step step() {
        if (!own()) {
            return new VerdictStep(
                    Outcome.skipped("The agents use the login of the service: the message servers are not ours."));
        }
        if (virtualHost.isEmpty()) {
            return new VerdictStep(Outcome.waiting(
                    "WaitingForMessagingCredentials",
                    "Secret/" + messaging.credentials() + " does not say which virtual host the service has."));
        }
        var credentials = name() + "-rabbitmq-credentials";
        return new SequenceStep(
                new GeneratedSecretStep(
                        credentials, Map.of("username", name(), "vhost", virtualHost), List.of("password"), true),
                // The virtual host is the service's.
                new MessagingStep(
                        messaging.wish(),
                        credentials,
                        connection(),
                        DeletionPolicy.Retain,
                        Optional.of(Owner.of(neutron))));
    }

    Reads in(Reads reads) {
        return reads.with(Reads.fromSecret("DEFAULT", "transport_url", connection(), MessagingStep.URL))
                .with(MessagingStep.files(connection()));
    }
}
