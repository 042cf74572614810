package io.c5c3.infrastructure.ovn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.Test;

/** The client against a socket whose other end says what a server would; in between it asks whether the client is still there. */
class SocketOvsdbTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String ROWS =
            "[{\"rows\":[{\"name\":\"a\",\"nb_cfg\":7,\"connected\":true,\"cid\":[\"uuid\",\"0-1\"],\"sid\":[\"set\",[]]}]},{\"rows\":[]}]";

    private final List<JsonNode> heard = Collections.synchronizedList(new ArrayList<>());

    @Test
    void asksForSeveralTablesAtOnce() throws Exception {
        try (var socket = listen()) {
            serve(socket, "{\"id\":1,\"error\":null,\"result\":" + ROWS + "}");
            var found = new SocketOvsdb()
                    .select(
                            server(socket, Optional.empty()),
                            "OVN_Southbound",
                            Ovsdb.Query.of("Chassis_Private", "name", "nb_cfg").where("name", "a"),
                            Ovsdb.Query.of("Chassis"));
            assertThat(found).hasSize(2);
            var row = found.getFirst().getFirst();
            assertThat(row.text("name")).isEqualTo("a");
            assertThat(row.number("nb_cfg")).isEqualTo(7);
            assertThat(row.flag("connected")).isTrue();
            assertThat(row.uuid("cid")).contains("0-1");
            assertThat(row.uuid("sid")).isEmpty();
            assertThat(found.getLast()).isEmpty();
        }
        assertThat(heard.getFirst().path("params").get(1))
                .isEqualTo(
                        MAPPER.readTree(
                                "{\"op\":\"select\",\"table\":\"Chassis_Private\",\"where\":[[\"name\",\"==\",\"a\"]],\"columns\":[\"name\",\"nb_cfg\"]}"));
        assertThat(heard.getLast())
                .as("the answer to the server's own question")
                .isEqualTo(MAPPER.readTree("{\"id\":\"echo\",\"error\":null,\"result\":[]}"));
    }

    @Test
    void whatIsRefusedIsTold() throws Exception {
        try (var socket = listen()) {
            serve(
                    socket,
                    "{\"id\":1,\"error\":null,\"result\":[{\"error\":\"constraint violation\",\"details\":\"x\"}]}");
            assertThatExceptionOfType(OvsdbFailure.class)
                    .isThrownBy(() -> new SocketOvsdb()
                            .increment(server(socket, Optional.empty()), "OVN_Northbound", "NB_Global", "nb_cfg"))
                    .withMessageEndingWith(" refused: constraint violation");
        }
        assertThat(heard.getFirst().path("params").get(1).path("mutations"))
                .isEqualTo(MAPPER.readTree("[[\"nb_cfg\",\"+=\",1]]"));
    }

    @Test
    void aServerThatIsNotThereIsTold() throws Exception {
        OvsdbServer gone;
        try (var socket = listen()) {
            gone = server(socket, Optional.empty());
        }
        assertThatExceptionOfType(OvsdbFailure.class)
                .isThrownBy(() -> new SocketOvsdb().delete(gone, "OVN_Southbound", Ovsdb.Query.of("Chassis")))
                .withMessageContaining("cannot be reached");
    }

    @Test
    void bothSidesShowTheirCertificate() throws Exception {
        var identity = identity();
        try (var socket = (SSLServerSocket) new OvsdbTls(identity)
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket.setNeedClientAuth(true);
            serve(socket, "{\"id\":1,\"error\":null,\"result\":" + ROWS + "}");
            assertThat(new SocketOvsdb()
                            .select(server(socket, Optional.of(identity)), "_Server", Ovsdb.Query.of("Database")))
                    .hasSize(1);
            var stranger = server(socket, Optional.of(identity()));
            serve(socket, "{}");
            assertThatExceptionOfType(OvsdbFailure.class)
                    .isThrownBy(() -> new SocketOvsdb().select(stranger, "_Server", Ovsdb.Query.of("Database")))
                    .withMessageContaining("encryption could not be agreed on");
        }
        assertThat(new OvsdbServer("x", "y", 1, Optional.of(identity)).toString())
                .doesNotContain("PRIVATE");
        assertThat(identity.toString()).doesNotContain("PRIVATE");
    }

    /** Of an authority of its own each time. */
    private static OvsdbServer.Identity identity() {
        var world = new OvnWorld();
        var clock = world.simulation().clock();
        clock.advance(Duration.between(clock.instant(), Instant.now()));
        world.add("ovn/seed");
        world.simulation().settle();
        var data = world.simulation()
                .find(Secret.class, "ovn-tls-certs")
                .orElseThrow()
                .getData();
        return new OvsdbServer.Identity(text(data.get("tls.crt")), text(data.get("tls.key")), text(data.get("ca.crt")));
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static OvsdbServer server(ServerSocket socket, Optional<OvsdbServer.Identity> identity) {
        return new OvsdbServer(
                "test:" + socket.getLocalPort(),
                socket.getInetAddress().getHostAddress(),
                socket.getLocalPort(),
                identity);
    }

    /** Hears one call, asks a question of its own, hears the answer, and says its piece in two parts. */
    private void serve(ServerSocket socket, String answer) {
        Thread.ofVirtual().start(() -> {
            try (var connection = socket.accept();
                    var calls = MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(connection.getInputStream())) {
                heard.add(calls.nextValue());
                var out = connection.getOutputStream();
                out.write("{\"id\":\"echo\",\"method\":\"echo\",\"params\":[]}".getBytes(StandardCharsets.UTF_8));
                out.flush();
                heard.add(calls.nextValue());
                out.write(answer.substring(0, 1).getBytes(StandardCharsets.UTF_8));
                out.flush();
                out.write(answer.substring(1).getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                // The client hung up, which is what some tests want.
                heard.add(MAPPER.createObjectNode().put("hung up", e.getMessage()));
            }
        });
    }
}
