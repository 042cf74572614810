package io.c5c3.tests.apiserver;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Both databases of an OVN behind one port of this machine, as far as somebody can tell who asks whether they are well. */
final class StandInOvn implements AutoCloseable {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().configure(JsonParser.Feature.AUTO_CLOSE_SOURCE, false);
    private static final String WELL = "{\"id\":%s,\"error\":null,\"result\":[{\"rows\":[{\"connected\":true}]}]}";

    private final int port;
    private ServerSocket listening;

    /** Takes a port, at which nobody listens yet. */
    StandInOvn() throws IOException {
        listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        port = listening.getLocalPort();
        listening.close();
    }

    String address() {
        return "tcp:127.0.0.1:" + port;
    }

    void start() throws IOException {
        listening = new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    private void serve() {
        while (!listening.isClosed()) {
            try (var caller = listening.accept()) {
                answer(caller);
            } catch (IOException e) {
                // The caller left, or the test is over.
            }
        }
    }

    private static void answer(Socket caller) throws IOException {
        var call = MAPPER.readValue(caller.getInputStream(), JsonNode.class);
        caller.getOutputStream().write(WELL.formatted(call.path("id")).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
