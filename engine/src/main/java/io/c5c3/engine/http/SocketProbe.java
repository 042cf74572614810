package io.c5c3.engine.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocket;

/**
 * The probe over a plain socket. The JDK's HTTP client takes the name to verify from the address it connects to, and here the two
 * differ: the address is a Service's, the name is the one in the certificate.
 */
public final class SocketProbe implements HttpProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LONGEST_LINE = 256;

    @Override
    public int get(Target target) throws IOException {
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(target.address(), target.port()), (int) PATIENCE.toMillis());
            plain.setSoTimeout((int) PATIENCE.toMillis());
            if (!target.tls()) {
                return ask(plain, target);
            }
            try (var secure = (SSLSocket) Trust.in(target.authority())
                    .getSocketFactory()
                    .createSocket(plain, target.host(), target.port(), true)) {
                var parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secure.setSSLParameters(parameters);
                return ask(secure, target);
            }
        }
    }

    private static int ask(Socket socket, Target target) throws IOException {
        var request = "GET " + target.path() + " HTTP/1.1\r\nHost: " + target.host() + ":" + target.port()
                + "\r\nUser-Agent: c5c3\r\nAccept: application/json\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return status(firstLine(socket));
    }

    private static String firstLine(Socket socket) throws IOException {
        var line = new StringBuilder();
        for (var next = socket.getInputStream().read();
                next != -1 && next != '\n' && line.length() < LONGEST_LINE;
                next = socket.getInputStream().read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static int status(String line) throws IOException {
        var words = line.split(" ", -1);
        if (words.length < 2 || !words[0].startsWith("HTTP/") || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("the answer is not HTTP");
        }
        return Integer.parseInt(words[1]);
    }
}
