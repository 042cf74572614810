package io.c5c3.engine.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** As much of an API server as it takes to keep one Lease: versions, conflicts, and times at which it does not answer. */
final class StandInLease implements AutoCloseable {

    private final HttpServer server;
    private @Nullable ObjectNode lease;
    private int version;
    private boolean away;

    StandInLease() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    KubernetesClient client() {
        var config = new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withAutoConfigure(false)
                .build();
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Json.KUBERNETES)
                .build();
    }

    synchronized void away(boolean gone) {
        away = gone;
    }

    synchronized String holder() {
        return lease == null ? "" : lease.at("/spec/holderIdentity").asText();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            if (away) {
                send(exchange, 503);
                return;
            }
            switch (exchange.getRequestMethod()) {
                case "GET" -> send(exchange, lease == null ? 404 : 200);
                case "POST" -> store(exchange, lease == null, body);
                case "PUT" ->
                    store(
                            exchange,
                            lease != null
                                    && Json.MAPPER
                                            .readTree(body)
                                            .at("/metadata/resourceVersion")
                                            .asText()
                                            .equals(String.valueOf(version)),
                            body);
                default -> send(exchange, 405);
            }
        }
    }

    private void store(HttpExchange exchange, boolean accepted, byte[] body) throws IOException {
        if (accepted) {
            version++;
            lease = (ObjectNode) Json.MAPPER.readTree(body);
            lease.withObject("/metadata").put("resourceVersion", String.valueOf(version));
        }
        send(exchange, accepted ? 200 : 409);
    }

    private void send(HttpExchange exchange, int status) throws IOException {
        var text = status == 200 ? String.valueOf(lease) : "{\"kind\":\"Status\",\"code\":" + status + "}";
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
