package io.c5c3.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SocketProbeTest {

    @Test
    void tellsTheStatusAndAsksForTheNameNotTheAddress() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var host = new StringBuilder();
        server.createContext("/v3", exchange -> {
            host.append(exchange.getRequestHeaders().getFirst("Host"));
            exchange.sendResponseHeaders(300, -1);
            exchange.close();
        });
        server.start();
        try {
            var port = server.getAddress().getPort();
            assertThat(new SocketProbe().get(target(port, false))).isEqualTo(300);
            assertThat(host.toString()).isEqualTo("keystone.openstack.svc.cluster.local:" + port);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServerThatIsNotThereIsAFault() throws IOException {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> new SocketProbe().get(target(port, false))).isInstanceOf(IOException.class);
    }

    @Test
    void aServerThatSpeaksSomethingElseIsAFault() throws IOException {
        try (var server = new ServerSocket(0)) {
            Thread.ofVirtual().start(() -> {
                try (var socket = server.accept()) {
                    socket.getOutputStream()
                            .write("SSH-2.0-x\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // The test says what is missing.
                }
            });
            assertThatThrownBy(() -> new SocketProbe().get(target(server.getLocalPort(), false)))
                    .hasMessage("the answer is not HTTP");
        }
    }

    private static HttpProbe.Target target(int port, boolean tls) {
        return new HttpProbe.Target(
                "127.0.0.1", port, "keystone.openstack.svc.cluster.local", "/v3", tls, Optional.empty());
    }
}
