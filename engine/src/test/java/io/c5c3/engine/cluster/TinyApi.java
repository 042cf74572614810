package io.c5c3.engine.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** As much of an API server as lists and watches need, which can be made to hesitate and to refuse. */
final class TinyApi implements AutoCloseable {

    private static final Pattern FROM = Pattern.compile("resourceVersion=(\\d+)");
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong version = new AtomicLong(1);
    private final Map<String, Map<String, String>> objects = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<String, List<HttpExchange>> watches = new ConcurrentHashMap<>();
    private final List<Event> events = new ArrayList<>();

    /** What happened, for whoever begins to watch from before it. */
    private record Event(long version, String path, String text) {}

    TinyApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    KubernetesClient client() {
        var config = new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withAutoConfigure(false)
                .withWatchReconnectInterval(20)
                .withRequestRetryBackoffLimit(0)
                .build();
        config.setOnlyHttpWatches(true);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Json.KUBERNETES)
                .build();
    }

    private static String path(HasMetadata object) {
        var group = HasMetadata.getGroup(object.getClass());
        var namespace = object.getMetadata().getNamespace();
        return (group.isEmpty() ? "/api/" : "/apis/" + group + "/") + HasMetadata.getVersion(object.getClass())
                + (namespace == null ? "" : "/namespaces/" + namespace) + "/"
                + HasMetadata.getPlural(object.getClass());
    }

    /** Puts an object there, or another state of it. */
    synchronized void put(HasMetadata object) {
        object.getMetadata().setResourceVersion(Long.toString(version.incrementAndGet()));
        var there = objects.computeIfAbsent(path(object), key -> new ConcurrentHashMap<>());
        var json = Json.KUBERNETES.asJson(object);
        var before = there.put(object.getMetadata().getName(), json);
        tell(path(object), before == null ? "ADDED" : "MODIFIED", json);
    }

    synchronized void delete(HasMetadata object) {
        object.getMetadata().setResourceVersion(Long.toString(version.incrementAndGet()));
        objects.getOrDefault(path(object), Map.of()).remove(object.getMetadata().getName());
        tell(path(object), "DELETED", Json.KUBERNETES.asJson(object));
    }

    private void tell(String path, String type, String json) {
        var event = new Event(version.get(), path, "{\"type\":\"" + type + "\",\"object\":" + json + "}\n");
        events.add(event);
        watches.getOrDefault(path, List.of()).forEach(watch -> tell(watch, event));
    }

    private static void tell(HttpExchange watch, Event event) {
        try {
            watch.getResponseBody().write(event.text().getBytes(StandardCharsets.UTF_8));
            watch.getResponseBody().flush();
        } catch (IOException e) {
            watch.close();
        }
    }

    private synchronized void watch(HttpExchange exchange, String path) throws IOException {
        exchange.sendResponseHeaders(OK, 0);
        exchange.getResponseBody().flush();
        watches.computeIfAbsent(path, key -> new CopyOnWriteArrayList<>()).add(exchange);
        var from = FROM.matcher(exchange.getRequestURI().getQuery());
        var since = from.find() ? Long.parseLong(from.group(1)) : 0;
        events.stream()
                .filter(event -> event.version() > since && event.path().equals(path))
                .forEach(event -> tell(exchange, event));
    }

    /** Lists of this path are answered only after {@link #release}. */
    void hold(String path) {
        held.put(path, new CountDownLatch(1));
    }

    void release(String path) {
        held.remove(path).countDown();
    }

    void refuse(String path) {
        refused.add(path);
    }

    void allow(String path) {
        refused.remove(path);
    }

    /** How many watches are open. */
    int watching(String path) {
        return watches.getOrDefault(path, List.of()).size();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (refused.contains(path)) {
            send(
                    exchange,
                    FORBIDDEN,
                    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"code\":403}");
        } else if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true")) {
            watch(exchange, path);
        } else {
            var wait = held.get(path);
            if (wait != null) {
                try {
                    wait.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            send(exchange, OK, list(path));
        }
    }

    private synchronized String list(String path) {
        return "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version.get()
                + "\"},\"items\":["
                + new TreeMap<>(objects.getOrDefault(path, Map.of()))
                        .values().stream().collect(Collectors.joining(","))
                + "]}";
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        try (exchange) {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        held.values().forEach(CountDownLatch::countDown);
        watches.values().forEach(open -> open.forEach(HttpExchange::close));
        server.stop(0);
        threads.close();
    }
}
