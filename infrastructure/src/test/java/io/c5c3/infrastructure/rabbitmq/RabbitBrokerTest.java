package io.c5c3.infrastructure.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.api.openstack.RabbitMQ.QueueType;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Thing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RabbitBrokerTest {

    private static final String PASSWORD = "p'\"\\$ %ä密:@/";

    private final RabbitBroker broker = new RabbitBroker();
    private ScriptedRabbit server;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedRabbit().knows("admin", PASSWORD).knows("nova", PASSWORD);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private BrokerLogin admin() {
        return server.management("admin", PASSWORD);
    }

    @Test
    void readsTheVersion() throws BrokerFailure {
        server.says("GET /api/overview", 200, "{\"rabbitmq_version\":\"4.0.5\"}");
        assertThat(broker.version(admin())).isEqualTo("4.0.5");
    }

    @Test
    void countsTheServersThatRun() throws BrokerFailure {
        server.says("GET /api/nodes", 200, """
                [{"name":"rabbit@rabbitmq-0.rabbitmq.openstack.svc.cluster.local","running":true},
                 {"name":"rabbit@rabbitmq-1.rabbitmq.openstack.svc.cluster.local","running":false}]
                """);
        assertThat(broker.absent(admin(), Set.of("rabbitmq-0", "rabbitmq-1", "rabbitmq-2")))
                .containsExactly("rabbitmq-1", "rabbitmq-2");
    }

    @Test
    void asksTheServersWhoIsIn() throws BrokerFailure {
        server.says("GET /api/connections/username/nova", 200, "[]")
                .says("GET /api/connections/username/nova_b", 200, "[{\"user\":\"nova_b\"}]");
        assertThat(broker.isConnected(admin(), "nova")).isFalse();
        assertThat(broker.isConnected(admin(), "nova_b")).isTrue();
    }

    @Test
    void makesVirtualHostAndUser() throws BrokerFailure {
        server.says("PUT /api/vhosts/a%2Fb", 201, "")
                .says("PUT /api/users/nova", 204, "")
                .says("PUT /api/permissions/a%2Fb/nova", 201, "");
        broker.ensureVhost(admin(), "a/b", QueueType.quorum);
        broker.ensureUser(admin(), "nova", "pw", "a/b");
        assertThat(server.requests()).hasSize(3);
        assertThat(server.requests().get(0)).isEqualTo("PUT /api/vhosts/a%2Fb {\"default_queue_type\":\"quorum\"}");
        assertThat(server.requests().get(1)).contains("\"password\":\"pw\"", "\"tags\":\"\"");
        assertThat(server.requests().get(2)).contains("\"configure\":\".*\"", "\"read\":\".*\"", "\"write\":\".*\"");
    }

    @Test
    void writesDownWhoMadeWhatInAWayThatOnlyTheFirstCan() throws BrokerFailure {
        var vhost = new Thing("vhost", "a/b");
        var nova = new Owner("nova.openstack.c5c3.io", "Nova", "openstack", "nova", "1-2");
        var records = broker.records(admin());
        server.says("PUT /api/vhosts/c5c3", 201, "")
                .says("PUT /api/permissions/c5c3/admin", 201, "")
                .says("PUT /api/exchanges/c5c3/vhost%2Fa%2Fb", 201, "");
        assertThat(records.owner(vhost)).isEmpty();
        records.record(vhost, nova);
        assertThat(server.requests().getLast())
                .startsWith("PUT /api/exchanges/c5c3/vhost%2Fa%2Fb ")
                .contains("\"durable\":true", "\"alternate-exchange\":\"" + nova.text() + "\"");
        server.says("GET /api/permissions/c5c3/admin", 200, "{}")
                .says("PUT /api/exchanges/c5c3/vhost%2Fa%2Fb", 400, "{\"reason\":\"inequivalent arg\"}")
                .says(
                        "GET /api/exchanges/c5c3/vhost%2Fa%2Fb",
                        200, "{\"arguments\":{\"alternate-exchange\":\"" + nova.text() + "\"}}");
        records.record(vhost, new Owner("nova.openstack.c5c3.io", "Nova", "openstack", "late", "3-4"));
        assertThat(records.owner(vhost)).contains(nova);
        server.says("DELETE /api/exchanges/c5c3/vhost%2Fa%2Fb", 204, "");
        records.strike(vhost);
        assertThat(server.requests()).endsWith("DELETE /api/exchanges/c5c3/vhost%2Fa%2Fb");
    }

    @Test
    void changesThePasswordAndStaysAdministrator() throws BrokerFailure {
        server.says("PUT /api/users/admin", 204, "");
        broker.changePassword(admin(), "new");
        assertThat(server.requests().getFirst()).contains("\"password\":\"new\"", "\"tags\":\"administrator\"");
    }

    @Test
    void whatIsGoneNeedNotBeDeleted() throws BrokerFailure {
        server.says("DELETE /api/vhosts/nova", 204, "");
        broker.deleteVhost(admin(), "nova");
        broker.deleteUser(admin(), "nobody");
        assertThat(server.requests()).containsExactly("DELETE /api/vhosts/nova", "DELETE /api/users/nobody");
    }

    @Test
    void tellsAWrongPasswordFromAFaultFromARefusal() {
        assertThatThrownBy(() -> broker.version(server.management("admin", "wrong")))
                .isInstanceOfSatisfying(
                        BrokerRefused.class,
                        e -> assertThat(e.isWrongPassword()).isTrue());
        server.says("GET /api/overview", 503, "{}").says("PUT /api/users/nova", 400, "{\"reason\":\"pw\"}");
        assertThatThrownBy(() -> broker.version(admin()))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageEndingWith("answers with status 503");
        assertThatThrownBy(() -> broker.ensureUser(admin(), "nova", "pw", "nova"))
                .isInstanceOf(BrokerRefused.class)
                .hasMessage("the server refused (code 400)");
        server.says("GET /api/overview", 200, "<html>");
        assertThatThrownBy(() -> broker.version(admin()))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageEndingWith("does not answer as RabbitMQ does");
    }

    @Test
    void logsInAsTheServiceDoes() throws BrokerFailure {
        broker.verify(server.messages("nova", PASSWORD), "ours");
        assertThatThrownBy(() -> broker.verify(server.messages("nova", PASSWORD), "theirs"))
                .isInstanceOf(BrokerRefused.class)
                .hasMessage("the virtual host does not exist, or the user has no access to it");
    }

    @Test
    void aWrongPasswordIsToldOrJustHungUpOn() {
        assertThatThrownBy(() -> broker.verify(server.messages("nova", "wrong"), "ours"))
                .isInstanceOfSatisfying(
                        BrokerRefused.class,
                        e -> assertThat(e.isWrongPassword()).isTrue());
        server.silently();
        assertThatThrownBy(() -> broker.verify(server.messages("nova", "wrong"), "ours"))
                .isInstanceOfSatisfying(
                        BrokerRefused.class,
                        e -> assertThat(e.isWrongPassword()).isTrue());
    }

    @Test
    void whatIsNoMessageServerIsNotTakenForOne() throws IOException {
        try (var web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var socket = web.accept()) {
                    socket.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            var login = new BrokerLogin(
                    web.getInetAddress().getHostAddress(), web.getLocalPort(), "nova", PASSWORD, Optional.empty());
            assertThatThrownBy(() -> broker.verify(login, "ours"))
                    .isInstanceOf(BrokerUnavailable.class)
                    .hasMessageEndingWith("does not speak the protocol of RabbitMQ");
        }
    }

    @Test
    void aServerThatIsAwayIsUnavailable() throws IOException {
        var management = admin();
        var messages = server.messages("nova", PASSWORD);
        server.close();
        assertThatThrownBy(() -> broker.version(management))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageEndingWith("refused the connection");
        assertThatThrownBy(() -> broker.verify(messages, "ours"))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageEndingWith("refused the connection");
    }

    @Test
    void nothingShowsThePassword() {
        var login = new BrokerLogin("rabbit", 5672, "nova", "geheim", Optional.empty());
        assertThat(login.toString()).isEqualTo("nova@rabbit:5672");
        assertThat(new TransportUrl("nova", "geheim", List.of("rabbit:5672"), "v", Optional.empty()).toString())
                .doesNotContain("geheim");
    }
}
