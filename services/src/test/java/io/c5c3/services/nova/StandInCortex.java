package io.c5c3.services.nova;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** Speaks the protocol of Cortex for Nova: POST /scheduler/nova/external. */
final class StandInCortex implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final List<JsonNode> questions = new CopyOnWriteArrayList<>();

    /** What it answers. */
    private volatile Object answer = Map.of("hosts", List.of());

    private volatile int status = 200;

    StandInCortex() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/scheduler/nova/external", this::handle);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    StandInCortex answers(int status, Object answer) {
        this.status = status;
        this.answer = answer;
        return this;
    }

    List<JsonNode> questions() {
        return questions;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!"POST".equals(exchange.getRequestMethod())) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            var question = JSON.readTree(exchange.getRequestBody());
            questions.add(question);
            if (!complete(question)) {
                exchange.sendResponseHeaders(400, -1);
                return;
            }
            var body = answer instanceof String text
                    ? text.getBytes(StandardCharsets.UTF_8)
                    : JSON.writeValueAsBytes(answer);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Hosts and weights have to go together, one to one. */
    private static boolean complete(JsonNode question) {
        var hosts = new ArrayList<String>();
        question.path("hosts").forEach(host -> hosts.add(host.path("host").asText()));
        var weights = new TreeSet<String>();
        question.path("weights").fieldNames().forEachRemaining(weights::add);
        return question.path("spec").isObject()
                && question.path("context").isObject()
                && new TreeSet<>(hosts).equals(weights);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
