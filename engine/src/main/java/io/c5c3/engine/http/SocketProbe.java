package io.c5c3.engine.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The probe over a plain socket; of the answer only the first line counts. */
public final class SocketProbe implements HttpProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @Override
    public int get(Target target) throws IOException {
        try (var plain = BoundedSocket.to(target.address(), target.port(), PATIENCE, PATIENCE.multipliedBy(2))) {
            plain.setSoTimeout((int) PATIENCE.toMillis());
            if (!target.tls()) {
                return ask(plain, target);
            }
            try (var secure = plain.secured(target.host(), target.authority())) {
                return ask(secure, target);
            }
        }
    }

    private static int ask(Socket socket, Target target) throws IOException {
        var request = "GET " + target.path() + " HTTP/1.1\r\nHost: " + target.host() + ":" + target.port()
                + "\r\nUser-Agent: c5c3\r\nAccept: application/json\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return HttpCall.status(HttpCall.line(socket.getInputStream()));
    }
}
