package io.c5c3.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Leadership;
import io.c5c3.engine.LeaseLost;
import io.c5c3.infrastructure.ceph.CephKey;
import io.c5c3.infrastructure.ceph.CephLogin;
import io.c5c3.infrastructure.ceph.monitor.MonitorCeph;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentityServer;
import io.c5c3.infrastructure.identity.KeystoneIdentity;
import io.c5c3.infrastructure.ovn.Ovsdb;
import io.c5c3.infrastructure.ovn.OvsdbServer;
import io.c5c3.infrastructure.ovn.SocketOvsdb;
import io.c5c3.infrastructure.rabbitmq.BrokerLogin;
import io.c5c3.infrastructure.rabbitmq.RabbitBroker;
import io.c5c3.infrastructure.sql.MariaDbSql;
import io.c5c3.infrastructure.sql.SqlLogin;
import io.c5c3.infrastructure.valkey.SocketStore;
import io.c5c3.infrastructure.valkey.StoreLogin;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Every way out: none is held by a server that always sends one more byte, and none is used by who no longer leads. */
class BoundedPortsTest {

    private interface Call {
        void make(String host, int port) throws Exception;
    }

    private static final Map<String, Call> CALLS = new TreeMap<>(Map.of(
            "sql", (host, port) -> new MariaDbSql().version(new SqlLogin(host, port, "root", "x")),
            "broker's users", (host, port) -> new RabbitBroker().verify(broker(host, port), "/"),
            "broker's administration", (host, port) -> new RabbitBroker().version(broker(host, port)),
            "broker's writes", (host, port) -> new RabbitBroker().deleteUser(broker(host, port), "u"),
            "store", (host, port) -> new SocketStore().server(new StoreLogin(host, port, "x", Optional.empty())),
            "ovsdb",
                    (host, port) -> new SocketOvsdb()
                            .delete(new OvsdbServer("ovn", host, port, Optional.empty()), "db", Ovsdb.Query.of("t")),
            "ceph",
                    (host, port) -> new MonitorCeph()
                            .report(new CephLogin(
                                    List.of(new CephLogin.Monitor(host, port)),
                                    "client.admin",
                                    CephKey.generate(java.time.Instant.EPOCH))),
            "identity",
                    (host, port) -> new KeystoneIdentity()
                            .login(
                                    new IdentityServer(host, port, host, false, Optional.empty()),
                                    new IdentityLogin("admin", "x", "admin"))));

    private static BrokerLogin broker(String host, int port) {
        return new BrokerLogin(host, port, "u", "x", Optional.empty());
    }

    private static ServerSocket server(AtomicInteger connections, Optional<byte[]> forEver) throws Exception {
        var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    var socket = server.accept();
                    connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> {
                        try (socket) {
                            while (forEver.isPresent()) {
                                socket.getOutputStream().write(forEver.get());
                                Thread.sleep(1);
                            }
                            socket.getInputStream().readAllBytes();
                        } catch (Exception e) {
                            // Whoever asked has hung up, as it should.
                        }
                    });
                } catch (java.io.IOException e) {
                    return;
                }
            }
        });
        return server;
    }

    @Test
    void noneIsHeldByAServerThatNeverEnds() throws Exception {
        Leadership brief = () -> Duration.ofMillis(300);
        for (var bytes :
                List.of(Optional.<byte[]>empty(), Optional.of(new byte[] {' '}), Optional.of(new byte[] {0}))) {
            try (var server = server(new AtomicInteger(), bytes)) {
                CALLS.forEach((name, call) -> brief.during(() -> assertThat(outcome(call, server.getLocalPort()))
                        .as(name)
                        .isPresent()));
            }
        }
    }

    @Test
    void noneIsUsedByWhoNoLongerLeads() throws Exception {
        var connections = new AtomicInteger();
        Leadership none = () -> Duration.ZERO;
        try (var server = server(connections, Optional.empty())) {
            CALLS.forEach((name, call) -> none.during(() -> assertThat(outcome(call, server.getLocalPort()))
                    .as(name)
                    .get()
                    .isInstanceOf(LeaseLost.class)));
        }
        assertThat(connections).hasValue(0);
    }

    private static Optional<Exception> outcome(Call call, int port) {
        try {
            call.make("127.0.0.1", port);
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e);
        }
    }
}
