package io.c5c3.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.engine.Leadership;
import io.c5c3.engine.LeaseLost;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Servers that do what no server should. */
class BoundedSocketTest {

    private static final Duration TIME = Duration.ofMillis(300);

    private interface Manners {
        void answer(OutputStream out) throws Exception;
    }

    private interface Question {
        void ask(int port) throws Exception;
    }

    /** A server that reads the request and then answers like this, or until nobody listens any more. */
    private static void against(Manners manners, Question question) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var thread = Thread.ofVirtual().start(() -> {
                try (var socket = server.accept()) {
                    while (socket.getInputStream().read() != '\n') {
                        // The first line is enough.
                    }
                    manners.answer(socket.getOutputStream());
                    socket.getInputStream().readAllBytes();
                } catch (Exception e) {
                    // Whoever asked has hung up, as it should.
                }
            });
            question.ask(server.getLocalPort());
            server.close();
            thread.join();
        }
    }

    private static HttpCall.Answer get(int port) throws IOException {
        var target = new HttpProbe.Target("127.0.0.1", port, "server", "/x", false, Optional.empty());
        return HttpCall.send(target, "GET", Map.of(), "", TIME);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void anAnswerThatStallsAfterItsHeadersIsGivenUp() throws Exception {
        against(
                out -> out.write(text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")),
                port -> assertThatThrownBy(() -> get(port)).isInstanceOf(SocketTimeoutException.class));
    }

    /** Every byte comes in time, and there is always one more. */
    @Test
    void anAnswerThatNeverEndsIsGivenUp() throws Exception {
        against(
                out -> {
                    out.write(text("HTTP/1.1 200 OK\r\n\r\n"));
                    while (true) {
                        out.write('x');
                        Thread.onSpinWait();
                    }
                },
                port -> assertThatThrownBy(() -> get(port))
                        .isInstanceOfAny(SocketTimeoutException.class, ProtocolException.class));
    }

    @Test
    void anAnswerThatIsTooLongIsGivenUp() throws Exception {
        var much = new byte[1 << 16];
        against(
                out -> {
                    out.write(text("HTTP/1.1 200 OK\r\n\r\n"));
                    while (true) {
                        out.write(much);
                    }
                },
                port -> {
                    try (var socket = new BoundedSocket(Duration.ofMinutes(1), 1 << 20)) {
                        socket.connect(new java.net.InetSocketAddress("127.0.0.1", port), 1000);
                        socket.getOutputStream().write(text("GET\n"));
                        assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
                                .isInstanceOf(ProtocolException.class);
                    }
                });
    }

    @Test
    void headersWithoutEndAreGivenUp() throws Exception {
        against(
                out -> {
                    out.write(text("HTTP/1.1 200 OK\r\n"));
                    while (true) {
                        out.write(text("X: y\r\nY" + System.nanoTime() + ": z\r\n"));
                    }
                },
                port -> assertThatThrownBy(() -> get(port)).isInstanceOf(ProtocolException.class));
    }

    @Test
    void aProbeThatGetsNoFirstLineIsGivenUp() throws Exception {
        against(
                out -> out.write(text("HTTP/1.1 20")),
                port -> assertThatThrownBy(() -> new SocketProbe()
                                .get(new HttpProbe.Target("127.0.0.1", port, "server", "/x", false, Optional.empty())))
                        .isInstanceOf(SocketTimeoutException.class));
    }

    @Test
    void anAnswerInPiecesIsPutTogether() throws Exception {
        against(
                out -> out.write(text("HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 201 Created\r\n"
                        + "X-Subject-Token: t\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "3\r\n"
                        + "abc\r\n"
                        + "2;x=y\r\n"
                        + "de\r\n"
                        + "0\r\n\r\n")),
                port -> {
                    var answer = get(port);
                    assertThat(answer.status()).isEqualTo(201);
                    assertThat(answer.header("x-subject-token")).isEqualTo("t");
                    assertThat(answer.text()).isEqualTo("abcde");
                });
    }

    /** A process that stood still between two bytes finds that it may not send the second. */
    @Test
    void nothingIsSentByWhoNoLongerLeads() throws Exception {
        var left = new AtomicReference<>(Duration.ofMinutes(1));
        Leadership leadership = left::get;
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            leadership.during(() -> {
                try (var socket = BoundedSocket.to("127.0.0.1", server.getLocalPort(), TIME, TIME);
                        var other = server.accept()) {
                    socket.getOutputStream().write('a');
                    left.set(Duration.ZERO);
                    assertThatThrownBy(() -> socket.getOutputStream().write(text("b")))
                            .isInstanceOf(LeaseLost.class);
                    assertThatThrownBy(() -> BoundedSocket.to("127.0.0.1", server.getLocalPort(), TIME, TIME))
                            .isInstanceOf(LeaseLost.class);
                    socket.close();
                    assertThat(other.getInputStream().readAllBytes()).isEqualTo(text("a"));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
        }
    }
}
