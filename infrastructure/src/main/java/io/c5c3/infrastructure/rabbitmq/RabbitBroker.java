package io.c5c3.infrastructure.rabbitmq;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.openstack.RabbitMQ.QueueType;
import io.c5c3.engine.Records;
import io.c5c3.engine.http.BoundedSocket;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.SSLException;

/** Real servers: the management API for what the administrator does, AMQP for what a service does. */
public final class RabbitBroker implements Broker {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String ALL = ".*";

    @Override
    public String version(BrokerLogin admin) throws BrokerFailure {
        return ManagementApi.get(admin, "overview").path("rabbitmq_version").asText("of an unknown version");
    }

    @Override
    public Set<String> absent(BrokerLogin admin, Set<String> servers) throws BrokerFailure {
        var absent = new TreeSet<>(servers);
        for (var node : ManagementApi.get(admin, "nodes")) {
            if (node.path("running").asBoolean()) {
                absent.remove(pod(node));
            }
        }
        return absent;
    }

    /** rabbit@rabbitmq-0.rabbitmq.openstack.svc.cluster.local runs in the pod rabbitmq-0. */
    private static String pod(JsonNode node) {
        return node.path("name").asText().replaceFirst("^.*@", "").replaceFirst("\\..*$", "");
    }

    @Override
    public Records<BrokerFailure> records(BrokerLogin admin) {
        return new OwnerExchanges(admin);
    }

    @Override
    public boolean hasVhost(BrokerLogin admin, String vhost) throws BrokerFailure {
        return ManagementApi.find(admin, "vhosts", vhost).isPresent();
    }

    @Override
    public boolean hasUser(BrokerLogin admin, String user) throws BrokerFailure {
        return ManagementApi.find(admin, "users", user).isPresent();
    }

    @Override
    public boolean isConnected(BrokerLogin admin, String user) throws BrokerFailure {
        return !ManagementApi.get(admin, "connections", "username", user).isEmpty();
    }

    @Override
    public void ensureVhost(BrokerLogin admin, String vhost, QueueType queues) throws BrokerFailure {
        ManagementApi.put(admin, Map.of("default_queue_type", queues.name()), "vhosts", vhost);
    }

    @Override
    public void ensureUser(BrokerLogin admin, String user, String password, String vhost) throws BrokerFailure {
        ManagementApi.put(admin, Map.of("password", password, "tags", ""), "users", user);
        ManagementApi.put(admin, Map.of("configure", ALL, "write", ALL, "read", ALL), "permissions", vhost, user);
    }

    @Override
    public void changePassword(BrokerLogin admin, String password) throws BrokerFailure {
        ManagementApi.put(admin, Map.of("password", password, "tags", "administrator"), "users", admin.user());
    }

    @Override
    public void deleteVhost(BrokerLogin admin, String vhost) throws BrokerFailure {
        ManagementApi.delete(admin, "vhosts", vhost);
    }

    @Override
    public void deleteUser(BrokerLogin admin, String user) throws BrokerFailure {
        ManagementApi.delete(admin, "users", user);
    }

    @Override
    public void verify(BrokerLogin user, String vhost) throws BrokerFailure {
        try (var plain = BoundedSocket.to(user.host(), user.port(), PATIENCE, PATIENCE.multipliedBy(2))) {
            if (user.trust().isEmpty()) {
                shakeHands(plain, user, vhost);
                return;
            }
            var trust = user.trust().get();
            try (var secure = plain.secured(trust.name(), trust.authority())) {
                shakeHands(secure, user, vhost);
                // A plain close would add an alert that the server logs as an error.
                secure.shutdownOutput();
            }
        } catch (IOException e) {
            throw new BrokerUnavailable(user.host() + ":" + user.port() + " " + words(e));
        }
    }

    private static void shakeHands(Socket socket, BrokerLogin user, String vhost) throws IOException, BrokerRefused {
        new AmqpHandshake(socket.getInputStream(), socket.getOutputStream()).run(user.user(), user.password(), vhost);
    }

    /** Our own: what the network says about itself may quote what was sent. */
    static String words(IOException e) {
        return switch (e) {
            case SocketTimeoutException timeout -> "did not answer in time";
            case UnknownHostException unknown -> "is not a name that DNS knows";
            case ConnectException refused -> "refused the connection";
            case SSLException secure -> "shows a certificate that is not trusted";
            case ProtocolException strange -> "does not speak the protocol of RabbitMQ";
            default -> "closed the connection";
        };
    }
}
