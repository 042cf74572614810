package io.c5c3.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.c5c3.engine.runtime.OperatorHost;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** What the process shows to kubelets and to Prometheus. */
final class Outside implements AutoCloseable {

    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;

    private Outside(HttpServer server) {
        this.server = server;
    }

    static Outside start(int port, OperatorHost host, PrometheusMeterRegistry registry) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/healthz", exchange -> answer(exchange, OK, "ok\n"));
        server.createContext("/readyz", exchange -> {
            if (host.healthy()) {
                answer(exchange, OK, host.leading() ? "ok, leading\n" : "ok, waiting for the lease\n");
            } else {
                answer(exchange, UNAVAILABLE, "the watches are not connected\n");
            }
        });
        server.createContext("/metrics", exchange -> answer(exchange, OK, registry.scrape()));
        server.start();
        return new Outside(server);
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        try (var body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
