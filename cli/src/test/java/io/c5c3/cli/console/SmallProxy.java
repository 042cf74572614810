package io.c5c3.cli.console;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/** As much of a web socket's server as a serial line needs: it answers to one frame, or hangs up if it has no answers. */
final class SmallProxy implements AutoCloseable {

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int BINARY = 0x82;
    private static final int CLOSE = 0x88;

    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Function<String, List<String>> answers;
    private volatile String asked = "";

    /** @param answers to what is typed; each is a frame of its own */
    SmallProxy(Function<String, List<String>> answers) throws IOException {
        this.answers = answers;
        Thread.ofVirtual().start(this::serve);
    }

    String url() {
        return "ws://127.0.0.1:" + server.getLocalPort() + "/?token=1";
    }

    /** The request, as it came. */
    String asked() {
        return asked;
    }

    private void serve() {
        try (var socket = server.accept()) {
            talk(socket);
        } catch (IOException e) {
            // The test has ended.
        }
    }

    private void talk(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        var out = socket.getOutputStream();
        asked = head(in);
        out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Protocol: binary\r\nSec-WebSocket-Accept: " + proof() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        if (answers.apply("").isEmpty()) {
            frame(out, CLOSE, new byte[] {0x03, (byte) 0xf3});
            return;
        }
        for (var answer : answers.apply(typed(in))) {
            frame(out, BINARY, answer.getBytes(StandardCharsets.UTF_8));
        }
        in.transferTo(OutputStream.nullOutputStream());
    }

    private static String head(DataInputStream in) throws IOException {
        var text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            text.append((char) in.readUnsignedByte());
        }
        return text.toString();
    }

    private String proof() {
        var key = asked.lines()
                .filter(line -> line.startsWith("Sec-WebSocket-Key: "))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder().encodeToString(digest.digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One frame of a client, which is always masked; a short one. */
    private static String typed(DataInputStream in) throws IOException {
        in.readUnsignedByte();
        var length = in.readUnsignedByte() & 0x7f;
        var mask = in.readNBytes(4);
        var data = in.readNBytes(length);
        for (var i = 0; i < length; i++) {
            data[i] ^= mask[i % 4];
        }
        return new String(data, StandardCharsets.UTF_8);
    }

    private static void frame(OutputStream out, int kind, byte[] data) throws IOException {
        out.write(kind);
        out.write(data.length);
        out.write(data);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
