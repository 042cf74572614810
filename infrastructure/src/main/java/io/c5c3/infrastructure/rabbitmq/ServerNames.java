package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.c5c3.infrastructure.tls.ServingCertificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What the servers of one RabbitMQ are called, and where they listen. */
record ServerNames(RabbitMQ rabbitmq) {

    private static final String SERVICE = "rabbitmq";
    static final String VOLUME = "data";

    String name() {
        return rabbitmq.getMetadata().getName();
    }

    private String namespace() {
        return rabbitmq.getMetadata().getNamespace();
    }

    Map<String, String> labels() {
        return Labels.of(SERVICE, name(), "server");
    }

    Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), "server");
    }

    /** The Service that spreads clients over the servers; the one of the plain name gives each server a name of its own. */
    String client() {
        return name() + "-client";
    }

    List<String> pods() {
        return IntStream.range(0, rabbitmq.getSpec().replicas())
                .mapToObj(i -> name() + "-" + i)
                .toList();
    }

    /** The claims that the StatefulSet makes. */
    List<String> claims() {
        return pods().stream().map(pod -> VOLUME + "-" + pod).toList();
    }

    /** The servers as pods reach them, each with its port. */
    List<String> hosts() {
        return pods().stream()
                .map(pod -> pod + "." + name() + "." + namespace() + ".svc:" + port())
                .toList();
    }

    String endpoint() {
        return client() + "." + namespace() + ".svc.cluster.local:" + port();
    }

    /** Whether this is one of our servers, or all of them, however long a person writes it. */
    boolean isOurs(String host) {
        var service = host.replaceFirst("^" + Pattern.quote(name()) + "-[0-9]+\\.", "");
        return ServingCertificate.serviceNames(name(), namespace()).contains(service)
                || ServingCertificate.serviceNames(client(), namespace()).contains(host);
    }

    int port() {
        return encrypted() ? RabbitMQ.TLS_PORT : RabbitMQ.PORT;
    }

    int managementPort() {
        return encrypted() ? RabbitMQ.MANAGEMENT_TLS_PORT : RabbitMQ.MANAGEMENT_PORT;
    }

    boolean encrypted() {
        return rabbitmq.getSpec().tls().enabled();
    }

    ServingCertificate certificate() {
        return new ServingCertificate(
                rabbitmq.getSpec().tls(), name(), ServerGroup.certificateNames(client(), name(), namespace()));
    }

    /** With encryption, whom a client of the servers has to expect. */
    Optional<ServerTrust> trust(Work work) {
        return ServerTrust.of(certificate(), client() + "." + namespace() + ".svc", work);
    }
}
