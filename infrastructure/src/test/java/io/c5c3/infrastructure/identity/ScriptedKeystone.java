package io.c5c3.infrastructure.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/** A server on this machine that answers what it was told to, in the words of Keystone's documentation, and remembers what it was asked. */
final class ScriptedKeystone implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    static final String TOKEN = """
        {"token": {"methods": ["password"], "expires_at": "2030-01-01T00:00:00.000000Z",
          "user": {"id": "u-1", "name": "admin", "domain": {"id": "default", "name": "Default"}},
          "project": {"id": "p-1", "name": "admin", "domain": {"id": "default", "name": "Default"}},
          "roles": [{"id": "r-1", "name": "admin"}]}}\
        """;

    record Question(String what, String token, JsonNode body) {}

    private record Answer(int status, Map<String, String> headers, String body) {}

    private final HttpServer server;
    private final boolean tls;
    private final Map<String, Answer> answers = new TreeMap<>();
    private final List<Question> questions = new ArrayList<>();

    ScriptedKeystone() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), false);
    }

    static ScriptedKeystone encrypted(SSLContext context) throws IOException {
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new ScriptedKeystone(server, true);
    }

    private ScriptedKeystone(HttpServer server, boolean tls) {
        this.server = server;
        this.tls = tls;
        server.createContext("/", this::handle);
        server.start();
        answer("POST /v3/auth/tokens?nocatalog", 201, Map.of("X-Subject-Token", "the-token"), TOKEN);
    }

    ScriptedKeystone answer(String question, int status, String body) {
        return answer(question, status, Map.of(), body);
    }

    ScriptedKeystone answer(String question, int status, Map<String, String> headers, String body) {
        answers.put(question, new Answer(status, headers, body));
        return this;
    }

    List<Question> questions() {
        return List.copyOf(questions);
    }

    Question last() {
        return questions.getLast();
    }

    IdentityServer address(String host, Optional<String> authority) {
        return new IdentityServer("127.0.0.1", server.getAddress().getPort(), host, tls, authority);
    }

    IdentityServer address() {
        return address("keystone.openstack.svc.cluster.local", Optional.empty());
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            var what = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            var body = exchange.getRequestBody().readAllBytes();
            questions.add(new Question(
                    what,
                    String.valueOf(exchange.getRequestHeaders().getFirst("X-Auth-Token")),
                    JSON.readTree(body.length == 0 ? "null".getBytes(StandardCharsets.UTF_8) : body)));
            var answer = answers.getOrDefault(what, new Answer(404, Map.of(), "{\"error\": {\"code\": 404}}"));
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
