package io.c5c3.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Enrolment;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An API server on loopback, for rehearsals: it has every kind, and one resource; what is written comes back as it is, and is
 * forgotten.
 */
final class EchoApiServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    /** The plural, and the name of one object if the request is not for all of them. */
    private static final Pattern PATH = Pattern.compile("/apis?(?:/[^/]+)?/v[^/]+(?:/namespaces/[^/]+)?/([^/]+)(/.+)?");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch reported = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<String, String> items;
    private final String resource;

    /** @param resource the one that is there */
    EchoApiServer(List<Blueprint<?>> blueprints, HasMetadata resource) throws IOException {
        this.resource = Json.KUBERNETES.asJson(resource);
        items = Map.of(
                "customresourcedefinitions",
                blueprints.stream()
                        .map(blueprint -> "{\"metadata\":{\"name\":\""
                                + HasMetadata.getFullResourceName(blueprint.kind()) + "\"}}")
                        .collect(Collectors.joining(",")),
                "namespaces",
                Json.KUBERNETES.asJson(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(resource.getMetadata().getNamespace())
                        .addToLabels(Enrolment.LABEL, "true")
                        .addToLabels(Enrolment.PRIVILEGED, "true")
                        .endMetadata()
                        .build()),
                resource.getPlural(),
                this.resource);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort();
    }

    /** Waits until somebody has written a status: then whoever watches has done all its work once. */
    boolean awaitReport(Duration atMost) throws InterruptedException {
        return reported.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            if (path.endsWith("/status")) {
                // A status comes as a patch; what is patched is the one that is there.
                send(exchange, resource.getBytes(StandardCharsets.UTF_8));
                reported.countDown();
            } else if (!"GET".equals(exchange.getRequestMethod())) {
                send(exchange, exchange.getRequestBody().readAllBytes());
            } else if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true")) {
                exchange.sendResponseHeaders(OK, 0);
                exchange.getResponseBody().flush();
                closed.await();
            } else {
                var asked = PATH.matcher(path);
                if (asked.matches() && asked.group(2) == null) {
                    send(exchange, list(asked.group(1)).getBytes(StandardCharsets.UTF_8));
                } else {
                    exchange.sendResponseHeaders(NOT_FOUND, -1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(OK, body.length);
        exchange.getResponseBody().write(body);
    }

    private String list(String plural) {
        return "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":["
                + items.getOrDefault(plural, "") + "]}";
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.close();
    }
}
