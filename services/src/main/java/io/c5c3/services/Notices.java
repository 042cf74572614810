package io.c5c3.services;

import io.c5c3.api.common.Notifications;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a service tells others of its doings, in the queue of whoever listens. It never waits for that queue: as long as the Secret with its
 * address is not there nobody is told, and when it comes, pods that know it take the place of those that do not.
 *
 * @param secret with the address, if anybody is to be told
 * @param ports of the queue; none as long as the Secret is not there
 */
public record Notices(String namespace, Optional<String> secret, List<Integer> ports) {

    private static final String SECTION = "oslo_messaging_notifications";

    private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})(?=[,/]|$)");

    /** @param namespace of the service */
    public static Notices of(Notifications wish, String namespace, Facts facts) {
        var secret = Optional.ofNullable(wish.secretRef()).map(SecretRef::name);
        var ports = secret.flatMap(name -> SecretText.value(facts, name, MessagingStep.URL))
                .map(Notices::ports)
                .orElseGet(List::of);
        return new Notices(namespace, secret, ports);
    }

    private static List<Integer> ports(String address) {
        var ports = PORT.matcher(address)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .distinct()
                .sorted()
                .toList();
        return ports.isEmpty() ? List.of(RabbitMQ.PORT, RabbitMQ.TLS_PORT) : ports;
    }

    /** The Secret whose change rolls the pods, once it is there. */
    public Set<String> secrets() {
        return ports.isEmpty() ? Set.of() : Set.of(secret.orElseThrow());
    }

    /** Lets the service tell what it does, and do it whether or not anybody can be told. */
    public Ini in(Ini ini) {
        return ports.isEmpty()
                ? ini
                : ServiceConfig.messaging(ini)
                        .set(SECTION, "driver", "messagingv2")
                        // Once more is for a connection that died unnoticed. Whoever asks the service waits meanwhile,
                        // by default for as long as the queue is away.
                        .set(SECTION, "retry", 1);
    }

    /** What its pods read for that. */
    public Reads in(Reads reads) {
        if (ports.isEmpty()) {
            return reads;
        }
        var files = MessagingStep.files(secret.orElseThrow());
        var told = reads.with(Reads.fromSecret(SECTION, "transport_url", files.secret(), MessagingStep.URL));
        // Who has a queue of its own on the same servers has these files already.
        return reads.secrets().stream().anyMatch(there -> there.folder().equals(files.folder()))
                ? told
                : told.with(files);
    }

    /** Says who is told; for {@link io.c5c3.engine.Plan.Builder#aside}. */
    public Step step() {
        if (secret.isEmpty()) {
            return new VerdictStep(
                    Outcome.skipped("The resource names nobody who is to be told what the service does."));
        }
        return new VerdictStep(
                ports.isEmpty()
                        ? Outcome.waiting(
                                        "WaitingForListener",
                                        "Secret/" + secret.get() + " with the address of the listener's queue under "
                                                + MessagingStep.URL + " is not there: nobody is told until it is.")
                                .on(Ref.of(Secret.class, namespace, secret.get()))
                        : Outcome.done(
                                "NotificationsSent",
                                "What the service does is told in the queue of Secret/" + secret.get() + "."));
    }
}
