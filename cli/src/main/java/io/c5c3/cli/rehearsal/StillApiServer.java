package io.c5c3.cli.rehearsal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** An API server on loopback, for rehearsals: it has a few objects, of the kinds of which it knows, and they never change. */
final class StillApiServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    /** Group and version, or the version of what has no group; the plural, the name of one object, and a part of it. */
    private static final Pattern OBJECTS =
            Pattern.compile("/apis?/((?:[^/]+/)?v[^/]+)(?:/namespaces/[^/]+)?/([^/]+)(?:/([^/]+)(/.+)?)?");

    private static final Pattern KINDS = Pattern.compile("/apis?/((?:[^/]+/)?v[^/]+)");

    private final ObjectMapper json = new ObjectMapper();
    private final List<GenericKubernetesResource> objects;
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    StillApiServer(List<GenericKubernetesResource> objects, SSLContext identity) throws IOException {
        this.objects = List.copyOf(objects);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity) {
            @Override
            public void configure(HttpsParameters parameters) {
                var wanted = getSSLContext().getDefaultSSLParameters();
                wanted.setNeedClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            // Whatever is sent: the answer is what is there.
            exchange.getRequestBody().readAllBytes();
            var answer = find(exchange.getRequestURI().getPath());
            if (answer.isEmpty()) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(OK, answer.get().length);
            exchange.getResponseBody().write(answer.get());
        }
    }

    private Optional<byte[]> find(String path) throws IOException {
        if (path.equals("/apis")) {
            return Optional.of(json.writeValueAsBytes(groups()));
        }
        var kinds = KINDS.matcher(path);
        if (kinds.matches()) {
            return Optional.of(json.writeValueAsBytes(kinds(kinds.group(1))));
        }
        var asked = OBJECTS.matcher(path);
        if (!asked.matches()) {
            return Optional.empty();
        }
        if ("/log".equals(asked.group(4))) {
            return Optional.of("It does not start.\n".getBytes(StandardCharsets.UTF_8));
        }
        var fitting = objects.stream()
                .filter(object -> object.getApiVersion().equals(asked.group(1)))
                .filter(object -> plural(object).equals(asked.group(2)))
                .toList();
        if (asked.group(3) == null) {
            return Optional.of(
                    json.writeValueAsBytes(Map.of("metadata", Map.of("resourceVersion", "1"), "items", fitting)));
        }
        var one = fitting.stream()
                .filter(object -> object.getMetadata().getName().equals(asked.group(3)))
                .findFirst();
        return one.isEmpty() ? Optional.empty() : Optional.of(json.writeValueAsBytes(one.get()));
    }

    private Map<String, ?> groups() {
        var versions = objects.stream()
                .map(GenericKubernetesResource::getApiVersion)
                .filter(version -> version.contains("/"))
                .distinct();
        return Map.of(
                "groups",
                versions.map(version -> Map.of(
                                "name",
                                version.substring(0, version.indexOf('/')),
                                "preferredVersion",
                                Map.of(
                                        "groupVersion",
                                        version,
                                        "version",
                                        version.substring(version.indexOf('/') + 1))))
                        .toList());
    }

    private Map<String, ?> kinds(String version) {
        var known = objects.stream()
                .filter(object -> object.getApiVersion().equals(version))
                .collect(Collectors.toMap(
                        StillApiServer::plural, GenericKubernetesResource::getKind, (one, other) -> one));
        return Map.of(
                "groupVersion",
                version,
                "resources",
                known.entrySet().stream()
                        .flatMap(kind -> Stream.of(kind.getKey(), kind.getKey() + "/status")
                                .map(name -> Map.of("name", name, "kind", kind.getValue(), "namespaced", true)))
                        .toList());
    }

    private static String plural(GenericKubernetesResource object) {
        return Pluralize.toPlural(object.getKind().toLowerCase(Locale.ROOT));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
