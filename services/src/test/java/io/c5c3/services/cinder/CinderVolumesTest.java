package io.c5c3.services.cinder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityServer;
import io.c5c3.infrastructure.identity.IdentityUnavailable;
import io.c5c3.services.ServiceAccess.Door;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against a server that answers as cinder 27 does; Keystone is the same one. */
class CinderVolumesTest {

    private static final String POOLS = """
        {"pools": [
          {"name": "cinder@ceph#ceph", "capabilities": {"backend_state": "up", "free_capacity_gb": 12.7}},
          {"name": "cinder@nfs#a", "capabilities": {"backend_state": "down", "free_capacity_gb": "unknown"}},
          {"name": "other@ceph#ceph", "capabilities": {"free_capacity_gb": 1}}]}\
        """;

    private static final String TYPES = """
        {"volume_types": [
          {"id": "t1", "name": "__DEFAULT__", "description": null, "extra_specs": {}},
          {"id": "t2", "name": "ceph", "description": "x", "extra_specs": {"volume_backend_name": "ceph"}}]}\
        """;

    private static final String SERVICES = """
        {"services": [
          {"binary": "cinder-backup", "host": "cinder-backup-0", "status": "enabled", "state": "up"},
          {"binary": "cinder-backup", "host": "cinder-backup-1", "status": "enabled", "state": "down"},
          {"binary": "cinder-backup", "host": "other-backup-0", "status": "enabled", "state": "up"}]}\
        """;

    private final List<String> requests = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private int logins;
    private HttpServer server;
    private Door door;
    private final CinderVolumes volumes = new CinderVolumes();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        var here = new IdentityServer("127.0.0.1", server.getAddress().getPort(), "localhost", false, Optional.empty());
        door = new Door(here, here, new CredentialKey("id", "secret"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (request.startsWith("POST /v3/auth/tokens")) {
            logins++;
            exchange.getResponseHeaders().add("X-Subject-Token", "token-" + logins);
            send(exchange, 201, "{\"token\": {\"project\": {\"id\": \"p1\"}}}");
            return;
        }
        if (!("token-" + logins).equals(exchange.getRequestHeaders().getFirst("X-Auth-Token"))) {
            send(exchange, 401, "{}");
            return;
        }
        requests.add(request);
        bodies.add(body);
        switch (request) {
            case "GET /v3/p1/scheduler-stats/get_pools?detail=true" -> send(exchange, 200, POOLS);
            case "GET /v3/p1/os-services?binary=cinder-backup" -> send(exchange, 200, SERVICES);
            case "GET /v3/p1/types?is_public=None" -> send(exchange, 200, TYPES);
            case "POST /v3/p1/types" -> send(exchange, 200, "{\"volume_type\": {}}");
            case "POST /v3/p1/types/t2/extra_specs" -> send(exchange, 200, "{}");
            case "DELETE /v3/p1/types/used" -> send(exchange, 400, "{}");
            case "DELETE /v3/p1/types/gone" -> send(exchange, 404, "{}");
            default -> send(exchange, 503, "{}");
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void aServiceIsUpIfCinderHearsFromIt() throws Exception {
        assertThat(volumes.up(door, "cinder-backup", Set.of("cinder-backup-0", "cinder-backup-1", "cinder-backup-2")))
                .containsExactly("cinder-backup-0");
    }

    @Test
    void poolsOfTheServicesThatAreAskedFor() throws Exception {
        assertThat(volumes.pools(door, Set.of("cinder@ceph", "cinder@nfs", "cinder@none")))
                .containsExactly(
                        new Volumes.Pool("cinder@ceph", true, OptionalDouble.of(12.7)),
                        new Volumes.Pool("cinder@nfs", false, OptionalDouble.empty()));
    }

    @Test
    void typesWithTheirExtraSpecs() throws Exception {
        assertThat(volumes.types(door))
                .extracting(Volumes.Type::id, Volumes.Type::name, Volumes.Type::extraSpecs)
                .containsExactly(
                        Tuple.tuple("t1", "__DEFAULT__", Map.of()),
                        Tuple.tuple("t2", "ceph", Map.of("volume_backend_name", "ceph")));
        volumes.createType(door, new Volumes.Type("", "new", "d", Map.of("a", "b")));
        assertThat(bodies.getLast()).contains("\"name\":\"new\"", "\"extra_specs\":{\"a\":\"b\"}");
        volumes.specify(door, "t2", Map.of("a", "c"));
        assertThat(bodies.getLast()).isEqualTo("{\"extra_specs\":{\"a\":\"c\"}}");
    }

    @Test
    void aTypeInUseOrGoneIsNoFailure() throws Exception {
        volumes.deleteUnusedType(door, "used");
        volumes.deleteUnusedType(door, "gone");
        assertThat(requests).containsExactly("DELETE /v3/p1/types/used", "DELETE /v3/p1/types/gone");
    }

    @Test
    void theTokenIsKeptUntilItIsRefused() throws Exception {
        volumes.types(door);
        volumes.types(door);
        assertThat(logins).isEqualTo(1);
        logins = 7;
        volumes.types(door);
        assertThat(logins).isEqualTo(8);
    }

    @Test
    void anApiThatCannotAnswerIsUnavailable() {
        assertThatThrownBy(() -> volumes.deleteUnusedType(door, "broken"))
                .isInstanceOf(IdentityUnavailable.class)
                .hasMessageNotContaining("secret");
    }
}
