package io.c5c3.engine.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request and its whole answer, over a connection of its own. The JDK's client stops the clock at the headers, keeps on reading for as
 * long as somebody sends, and cannot connect to one address and expect the name of another; here all of it is bounded.
 */
public final class HttpCall {

    private static final Duration KNOCK = Duration.ofSeconds(3);
    private static final int LONGEST_LINE = 16 << 10;
    private static final int MOST_HEADERS = 200;
    private static final int FIRST_FINAL = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int HEX = 16;

    private HttpCall() {}

    /** What the server said; the names of headers are in lower case. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Answer(int status, Map<String, String> headers, byte[] body) {

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /** The header, or nothing. */
        public String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /**
     * Asks.
     *
     * @param body nothing, if it is empty
     * @param time from the connection to the last byte of the answer
     */
    public static Answer send(
            HttpProbe.Target target, String method, Map<String, String> headers, String body, Duration time)
            throws IOException {
        var request = request(target, method, headers, body);
        try (var plain = BoundedSocket.to(target.address(), target.port(), KNOCK, time)) {
            if (!target.tls()) {
                return converse(plain, request, method);
            }
            try (var secure = plain.secured(target.host(), target.authority())) {
                return converse(secure, request, method);
            }
        }
    }

    private static byte[] request(HttpProbe.Target target, String method, Map<String, String> headers, String body) {
        var content = body.getBytes(StandardCharsets.UTF_8);
        // Nothing that would end the line gets into it.
        var path = URI.create(target.path()).toASCIIString();
        var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + authority(target) + "\r\n");
        headers.forEach((name, value) -> {
            if (value.chars().anyMatch(letter -> letter < ' ')) {
                throw new IllegalArgumentException("The header " + name + " may not hold control characters");
            }
            head.append(name).append(": ").append(value).append("\r\n");
        });
        if (content.length > 0 || !"GET".equals(method)) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        head.append("User-Agent: c5c3\r\nAccept: application/json\r\nConnection: close\r\n\r\n");
        var bytes = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        var whole = Arrays.copyOf(bytes, bytes.length + content.length);
        System.arraycopy(content, 0, whole, bytes.length, content.length);
        return whole;
    }

    private static String authority(HttpProbe.Target target) {
        return (target.host().contains(":") ? "[" + target.host() + "]" : target.host()) + ":" + target.port();
    }

    private static Answer converse(Socket socket, byte[] request, String method) throws IOException {
        // In one piece: half a request is worse than none.
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
        var in = new BufferedInputStream(socket.getInputStream());
        var status = status(line(in));
        var headers = headers(in);
        while (status < FIRST_FINAL) {
            status = status(line(in));
            headers = headers(in);
        }
        var empty = status == NO_CONTENT || status == NOT_MODIFIED || "HEAD".equals(method);
        return new Answer(status, headers, empty ? new byte[0] : body(in, headers));
    }

    static int status(String line) throws IOException {
        var words = line.split(" ", -1);
        if (words.length < 2 || !words[0].startsWith("HTTP/") || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new ProtocolException("the answer is not HTTP");
        }
        return Integer.parseInt(words[1]);
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        var headers = new TreeMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            var colon = line.indexOf(':');
            if (colon < 1 || headers.size() > MOST_HEADERS) {
                throw new ProtocolException("the answer is not HTTP");
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .endsWith("chunked")) {
            return chunks(in);
        }
        var length = headers.get("content-length");
        if (length == null) {
            return in.readAllBytes();
        }
        return exactly(in, number(length, 10));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        for (var size = chunk(in); size > 0; size = chunk(in)) {
            body.writeBytes(exactly(in, size));
            line(in);
        }
        headers(in);
        return body.toByteArray();
    }

    private static int chunk(InputStream in) throws IOException {
        return number(line(in).replaceFirst(";.*$", ""), HEX);
    }

    private static int number(String text, int radix) throws IOException {
        try {
            return Integer.parseUnsignedInt(text.strip(), radix);
        } catch (NumberFormatException e) {
            throw new ProtocolException("the answer is not HTTP");
        }
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        if (length < 0 || length > BoundedSocket.USUAL_SIZE) {
            throw new ProtocolException("the answer is too long");
        }
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer is cut short");
        }
        return bytes;
    }

    static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer is cut short");
            }
            if (line.size() >= LONGEST_LINE) {
                throw new ProtocolException("the answer is not HTTP");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }
}
