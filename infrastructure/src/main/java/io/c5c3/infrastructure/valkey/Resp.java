package io.c5c3.infrastructure.valkey;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** As much of the servers' protocol (RESP2) as it takes to ask: words go out, a value or a list of values comes back. */
final class Resp {

    private static final int LONGEST = 1 << 20;

    private final InputStream in;
    private final OutputStream out;

    Resp(InputStream in, OutputStream out) {
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    /** A value, or a list of them. What is absent is empty. */
    record Reply(String text, List<Reply> items) {
        String at(int index) {
            return index < items.size() ? items.get(index).text() : "";
        }
    }

    /** The server said no. Its words stay here but for the first, which is a code. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String code) {
            super(code);
        }

        String code() {
            return String.valueOf(getMessage());
        }
    }

    Reply ask(String... words) throws IOException, Refused {
        var request = new ByteArrayOutputStream();
        request.writeBytes(line("*" + words.length));
        for (var word : words) {
            var bytes = word.getBytes(StandardCharsets.UTF_8);
            request.writeBytes(line("$" + bytes.length));
            request.writeBytes(bytes);
            request.writeBytes(line(""));
        }
        out.write(request.toByteArray());
        out.flush();
        return reply();
    }

    private static byte[] line(String text) {
        return (text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private Reply reply() throws IOException, Refused {
        var line = line();
        var rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> new Reply(rest, List.of());
            case '-' -> throw new Refused(rest.split(" ", 2)[0]);
            case '$' -> new Reply(bulk(length(rest)), List.of());
            case '*' -> {
                var items = new ArrayList<Reply>();
                for (var i = length(rest); i > 0; i--) {
                    items.add(reply());
                }
                yield new Reply("", items);
            }
            default -> throw new ProtocolException("the answer is not RESP");
        };
    }

    private String bulk(int length) throws IOException {
        if (length < 0) {
            return "";
        }
        var bytes = in.readNBytes(length);
        if (bytes.length < length || !line().isEmpty()) {
            throw new ProtocolException("the answer is not RESP");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        var text = new ByteArrayOutputStream();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (text.size() > LONGEST) {
                throw new ProtocolException("the answer is not RESP");
            }
            text.write(next);
        }
        var line = text.toString(StandardCharsets.UTF_8);
        if (!line.endsWith("\r")) {
            throw new ProtocolException("the answer is not RESP");
        }
        return line.substring(0, line.length() - 1);
    }

    private static int length(String text) throws IOException {
        try {
            var length = Integer.parseInt(text);
            if (length <= LONGEST) {
                return length;
            }
        } catch (NumberFormatException e) {
            throw new ProtocolException("the answer is not RESP");
        }
        throw new ProtocolException("the answer is too long");
    }
}
