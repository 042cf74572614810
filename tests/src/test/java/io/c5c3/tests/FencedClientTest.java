package io.c5c3.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.c5c3.app.Clients;
import io.c5c3.engine.Leadership;
import io.c5c3.engine.LeaseLost;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The client of operators writes only while they lead, whatever it is that it writes. */
class FencedClientTest {

    private static final ConfigMap MAP = new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("a")
            .withResourceVersion("1")
            .endMetadata()
            .build();

    private static final Map<String, Consumer<KubernetesClient>> WRITES = Map.of(
            "create", client -> client.resource(MAP).create(),
            "update", client -> client.resource(MAP).update(),
            "apply", client -> client.resource(MAP).forceConflicts().serverSideApply(),
            "delete", client -> client.resource(MAP).delete(),
            "raw", client -> client.raw("/api/v1/namespaces/ns/configmaps/a", "DELETE", Map.of()));

    @Test
    void nothingIsWrittenByWhoNoLongerLeads() throws Exception {
        var requests = new CopyOnWriteArrayList<String>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                requests.add(exchange.getRequestMethod());
                exchange.getRequestBody().readAllBytes();
                var body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}".getBytes();
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        Leadership none = () -> Duration.ZERO;
        Leadership some = () -> Duration.ofMinutes(1);
        try (var client = Clients.ofOperators(new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withAutoConfigure(false)
                .build())) {
            WRITES.forEach((name, write) -> none.during(() ->
                    assertThatThrownBy(() -> write.accept(client)).as(name).isInstanceOf(LeaseLost.class)));
            assertThat(requests).isEmpty();
            none.during(() -> client.resource(MAP).get());
            assertThat(requests).isEqualTo(List.of("GET"));
            some.during(() -> WRITES.values().forEach(write -> write.accept(client)));
            assertThat(requests).hasSizeGreaterThan(WRITES.size());
        } finally {
            server.stop(0);
        }
    }
}
