package io.c5c3.infrastructure.rabbitmq;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on this machine that speaks as much of both protocols as a real one would let a stranger see, and notes what it was asked. */
final class ScriptedRabbit implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final HttpServer http;
    private final ServerSocket amqp;
    private final Thread accepting;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<String, String> passwords = new ConcurrentHashMap<>();
    private volatile boolean silent;

    ScriptedRabbit() throws IOException {
        http = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        http.createContext("/", this::answer);
        http.start();
        amqp = new ServerSocket(0, 1, LOOPBACK);
        accepting = Thread.ofVirtual().start(this::accept);
    }

    /** Lets this user in. */
    ScriptedRabbit knows(String user, String password) {
        passwords.put(user, password);
        return this;
    }

    /** Answers this request with this status and text. */
    ScriptedRabbit says(String request, int status, String text) {
        answers.put(request, status + " " + text);
        return this;
    }

    /** Hangs up on a wrong password, as old servers do. */
    ScriptedRabbit silently() {
        silent = true;
        return this;
    }

    /** What was asked of the management API: method, path and body. */
    List<String> requests() {
        return requests;
    }

    BrokerLogin management(String user, String password) {
        return login(http.getAddress().getPort(), user, password);
    }

    BrokerLogin messages(String user, String password) {
        return login(amqp.getLocalPort(), user, password);
    }

    private static BrokerLogin login(int port, String user, String password) {
        return new BrokerLogin(LOOPBACK.getHostAddress(), port, user, password, Optional.empty());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var request =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath();
            requests.add((request + " " + body).strip());
            var answer = knocks(exchange) ? answers.getOrDefault(request, "404 {}") : "401 {\"error\":\"no\"}";
            var text = answer.substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), text.length == 0 ? -1 : text.length);
            if (text.length > 0) {
                exchange.getResponseBody().write(text);
            }
        }
    }

    private boolean knocks(HttpExchange exchange) {
        var basic = exchange.getRequestHeaders().getFirst("Authorization").replace("Basic ", "");
        var login = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8).split(":", 2);
        return login[1].equals(passwords.get(login[0]));
    }

    private void accept() {
        while (!amqp.isClosed()) {
            try (var socket = amqp.accept()) {
                talk(new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()));
            } catch (IOException e) {
                // The client went away, or the test is over.
                continue;
            }
        }
    }

    private interface Arguments {
        void to(DataOutputStream out) throws IOException;
    }

    private void talk(DataInputStream in, DataOutputStream out) throws IOException {
        if (!new String(in.readNBytes(4), StandardCharsets.US_ASCII).equals("AMQP")) {
            return;
        }
        in.readNBytes(4);
        send(out, 10, arguments -> {
            arguments.writeShort(9);
            arguments.writeInt(0);
            arguments.writeInt(5);
            arguments.writeBytes("PLAIN");
            arguments.writeInt(5);
            arguments.writeBytes("en_US");
        });
        var login = login(receive(in, 11));
        if (!login[1].equals(passwords.get(login[0]))) {
            if (!silent) {
                close(out, 403);
            }
            return;
        }
        send(out, 30, arguments -> {
            arguments.writeShort(2047);
            arguments.writeInt(131072);
            arguments.writeShort(60);
        });
        var tuned = receive(in, 31);
        if (tuned.readUnsignedShort() != 2047 || tuned.readInt() != 131072 || tuned.readUnsignedShort() != 0) {
            close(out, 501);
            return;
        }
        // What real servers send in between whenever they please.
        out.writeByte(8);
        out.writeShort(0);
        out.writeInt(0);
        out.writeByte(0xCE);
        if (!text(receive(in, 40)).equals("ours")) {
            close(out, 530);
            return;
        }
        send(out, 41, arguments -> arguments.writeByte(0));
        receive(in, 50);
        send(out, 51, arguments -> {});
    }

    private static String[] login(DataInputStream startOk) throws IOException {
        startOk.readNBytes(startOk.readInt());
        if (!text(startOk).equals("PLAIN")) {
            throw new IOException("another mechanism");
        }
        var response = new String(startOk.readNBytes(startOk.readInt()), StandardCharsets.UTF_8);
        return response.substring(1).split("\0", 2);
    }

    private static void close(DataOutputStream out, int code) throws IOException {
        send(out, 50, arguments -> {
            arguments.writeShort(code);
            arguments.writeByte(6);
            arguments.writeBytes("secret");
            arguments.writeInt(0);
        });
    }

    private static DataInputStream receive(DataInputStream in, int method) throws IOException {
        in.readNBytes(3);
        var payload = in.readNBytes(in.readInt());
        if (in.readUnsignedByte() != 0xCE || payload[1] != 10 || payload[3] != method) {
            throw new IOException("out of order");
        }
        var arguments = new DataInputStream(new java.io.ByteArrayInputStream(payload));
        arguments.readNBytes(4);
        return arguments;
    }

    private static void send(DataOutputStream out, int method, Arguments arguments) throws IOException {
        var payload = new ByteArrayOutputStream();
        var body = new DataOutputStream(payload);
        body.writeShort(10);
        body.writeShort(method);
        arguments.to(body);
        out.writeByte(1);
        out.writeShort(0);
        out.writeInt(payload.size());
        payload.writeTo(out);
        out.writeByte(0xCE);
        out.flush();
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        http.stop(0);
        amqp.close();
        // Until whoever waits for callers has left, the kernel still lets one in, only to hang up on them.
        try {
            accepting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
