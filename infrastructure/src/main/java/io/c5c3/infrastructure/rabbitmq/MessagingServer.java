package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.common.Messaging;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.tls.ServerTrust;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The servers a service's messages go through, as the resource and the namespace tell it. */
sealed interface MessagingServer {

    Pattern HOST = Pattern.compile(
            "(?<name>[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(:(?<port>[0-9]{1,5}))?");

    /** Ours: we are the administrator there. */
    record Managed(RabbitMQ cluster) implements MessagingServer {

        Ref ref() {
            return Ref.of(cluster);
        }

        /** As pods reach them. */
        List<String> hosts() {
            return new ServerNames(cluster).hosts();
        }

        int port() {
            return new ServerNames(cluster).port();
        }

        Optional<ServerTrust> trust(Work work) {
            return new ServerNames(cluster).trust(work);
        }

        Optional<String> address(Work work) {
            return AdminLogin.address(work, cluster);
        }

        Optional<BrokerLogin> admin(Work work) {
            return AdminLogin.of(work, cluster);
        }
    }

    /** Somebody else's: virtual host and user are there, or it cannot be helped. */
    record External(List<Host> hosts) implements MessagingServer {}

    /** Nobody can tell. */
    record Unknown(Outcome why) implements MessagingServer {}

    /** One server; addresses of the new kind stand in brackets. */
    record Host(String name, int port) {

        @Override
        public String toString() {
            return name + ":" + port;
        }

        /** As a socket wants it. */
        String address() {
            return name.replaceAll("[\\[\\]]", "");
        }
    }

    /**
     * The servers a resource means.
     *
     * @param secret the service's Secret, which is sent there
     * @param credentials its content, which may name hosts, and the authority of encrypted ones, too
     */
    static MessagingServer of(Messaging wish, String secret, Map<String, String> credentials, Work work) {
        if (wish.clusterRef() != null) {
            return referenced(wish.clusterRef().name(), work);
        }
        var hosts = wish.hosts().isEmpty() ? listed(credentials.getOrDefault("hosts", "")) : wish.hosts();
        return hosts.isEmpty()
                ? onlyOne(work)
                : ours(hosts, work)
                        .<MessagingServer>map(Managed::new)
                        .orElseGet(() -> known(hosts, secret, credentials, work));
    }

    private static MessagingServer known(
            List<String> hosts, String secret, Map<String, String> credentials, Work work) {
        var servers = external(hosts, credentials);
        return servers instanceof External
                ? refused(hosts, secret, work)
                        .<MessagingServer>map(Unknown::new)
                        .orElse(servers)
                : servers;
    }

    private static Optional<Outcome> refused(List<String> hosts, String secret, Work work) {
        return hosts.stream()
                .map(host -> host.replaceFirst(":[0-9]+$", ""))
                .map(host -> new SentTo(secret, "hosts", "messaging.hosts").refused(work, host))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static List<String> listed(String hosts) {
        return Arrays.stream(hosts.split(","))
                .map(String::strip)
                .filter(host -> !host.isEmpty())
                .toList();
    }

    /** The RabbitMQ of this namespace whose servers these are. */
    private static Optional<RabbitMQ> ours(List<String> hosts, Work work) {
        var names =
                hosts.stream().map(host -> host.replaceFirst(":[0-9]+$", "")).toList();
        return work.all(RabbitMQ.class).stream()
                .filter(cluster -> names.stream().allMatch(new ServerNames(cluster)::isOurs))
                .findFirst();
    }

    private static MessagingServer external(List<String> hosts, Map<String, String> credentials) {
        var usual = credentials.containsKey("ca.crt") ? RabbitMQ.TLS_PORT : RabbitMQ.PORT;
        if (!hosts.stream().allMatch(host -> HOST.matcher(host).matches())) {
            return new Unknown(Outcome.mistake(
                    "MessagingHostInvalid",
                    "messaging.hosts must be host names or addresses, each with or without a port"
                            + " (rabbit.example.org:5672), without scheme, user or path."));
        }
        return new External(hosts.stream()
                .map(host -> {
                    var parts = HOST.matcher(host);
                    parts.matches();
                    var port = parts.group("port");
                    return new Host(parts.group("name"), port == null ? usual : Integer.parseInt(port));
                })
                .toList());
    }

    private static MessagingServer referenced(String name, Work work) {
        var ref = Ref.of(RabbitMQ.class, work.namespace(), name);
        return work.find(RabbitMQ.class, name)
                .<MessagingServer>map(Managed::new)
                .orElseGet(() -> new Unknown(Outcome.waiting(
                                "WaitingForMessaging", ref + ", which messaging.clusterRef names, does not exist.")
                        .on(ref)));
    }

    private static MessagingServer onlyOne(Work work) {
        var clusters = work.all(RabbitMQ.class);
        return switch (clusters.size()) {
            case 0 ->
                new Unknown(Outcome.waiting(
                        "WaitingForMessaging",
                        "There is no RabbitMQ in the namespace " + work.namespace()
                                + ": make one, or write messaging.hosts for servers that are elsewhere."));
            case 1 -> new Managed(clusters.getFirst());
            default ->
                new Unknown(Outcome.mistake(
                        "MessagingAmbiguous",
                        "The namespace " + work.namespace() + " has several RabbitMQs ("
                                + clusters.stream()
                                        .map(cluster -> cluster.getMetadata().getName())
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + "): write the one to use into messaging.clusterRef.name."));
        };
    }
}
