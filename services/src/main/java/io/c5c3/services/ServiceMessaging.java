package io.c5c3.services;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Messaging;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the parts of a service talk to each other: by a queue whose address, with the password in it, comes by environment.
 *
 * @param name of the service's resource, after which its Secrets are named
 */
public record ServiceMessaging(String name, Messaging wish, DeletionPolicy deletionPolicy) {

    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");

    /** The Secret with the user and its password. */
    public String credentials() {
        return Optional.ofNullable(wish.secretRef())
                .map(SecretRef::name)
                .orElseGet(() -> MessagingStep.credentialsSecret(name));
    }

    /** The Secret that has to be there before anything starts. */
    public SecretsStep.Input input() {
        return new SecretsStep.Input(credentials(), List.of("username", "password"), "WaitingForMessagingCredentials");
    }

    /** The Secret with the address, whose change rolls the pods. */
    public String secret() {
        return MessagingStep.connectionSecret(name);
    }

    public Step step() {
        return new SequenceStep(
                new SecretsStep(List.of(input())), new MessagingStep(wish, credentials(), secret(), deletionPolicy));
    }

    public EnvVar env() {
        return Reads.fromSecret("DEFAULT", "transport_url", secret(), MessagingStep.URL);
    }

    /** What pods have to mount: with encryption, the address names one of these files. */
    public SecretFiles files() {
        return MessagingStep.files(secret());
    }

    /** The ports that have to be open to reach it: those that hosts are written with, and for those without any both usual ones. */
    public List<Integer> ports() {
        var hosts = wish.hosts().isEmpty() ? List.of("") : wish.hosts();
        return hosts.stream()
                .flatMap(host -> PORT.matcher(host).find()
                        ? Stream.of(Integer.valueOf(host.substring(host.lastIndexOf(':') + 1)))
                        : Stream.of(RabbitMQ.PORT, RabbitMQ.TLS_PORT))
                .distinct()
                .toList();
    }
}
