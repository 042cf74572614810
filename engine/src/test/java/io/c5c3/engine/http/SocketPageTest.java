package io.c5c3.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketPageTest {

    private final HttpServer server = server();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void readsTheWord() throws IOException {
        shows("4f2a9c11\n");
        assertThat(new SocketPage().read(target("/mark"))).isEqualTo("4f2a9c11");
    }

    @Test
    void whatIsNotThereIsAFault() {
        assertThatThrownBy(() -> new SocketPage().read(target("/elsewhere")))
                .isInstanceOf(IOException.class)
                .hasMessage("it answers with status 404");
    }

    @Test
    void moreThanAWordIsAFault() {
        shows("x".repeat(257));
        assertThatThrownBy(() -> new SocketPage().read(target("/mark"))).hasMessage("the answer is longer than a word");
    }

    private void shows(String text) {
        server.createContext("/mark", exchange -> {
            var bytes = text.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private HttpProbe.Target target(String path) {
        return new HttpProbe.Target(
                "127.0.0.1", server.getAddress().getPort(), "keystone", path, false, Optional.empty());
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
