package io.c5c3.infrastructure.valkey;

import io.c5c3.engine.http.BoundedSocket;
import io.c5c3.infrastructure.valkey.Resp.Refused;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Real servers. */
public final class SocketStore implements Store {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Set<String> WRONG_PASSWORD = Set.of("WRONGPASS", "NOAUTH", "NOPERM");

    private interface Question<T> {
        T ask(Resp server) throws IOException, Refused;
    }

    @Override
    public Server server(StoreLogin login) throws StoreFailure {
        return connected(login, server -> {
            var version = version(server.ask("INFO", "server").text());
            var role = server.ask("ROLE");
            return "master".equals(role.at(0))
                    ? new Server(version, "", role.items().get(2).items().size())
                    : new Server(version, role.at(1), 0);
        });
    }

    /** Servers older than the name tell only whom they are compatible with. */
    private static String version(String info) {
        return Stream.of("valkey_version:", "redis_version:")
                .flatMap(field -> info.lines().filter(line -> line.startsWith(field)))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("of an unknown version");
    }

    @Override
    public Sentinel sentinel(StoreLogin login, String name) throws StoreFailure {
        return connected(login, server -> {
            var seen = fields(server.ask("SENTINEL", "MASTER", name).items());
            var flags = List.of(seen.getOrDefault("flags", "").split(","));
            return new Sentinel(
                    seen.getOrDefault("ip", ""),
                    flags.equals(List.of("master")),
                    number(seen, "num-slaves"),
                    number(seen, "num-other-sentinels") + 1,
                    majority(server, name));
        });
    }

    private static boolean majority(Resp server, String name) throws IOException, Refused {
        try {
            server.ask("SENTINEL", "CKQUORUM", name);
            return true;
        } catch (Refused e) {
            if ("NOQUORUM".equals(e.code())) {
                return false;
            }
            throw e;
        }
    }

    private static Map<String, String> fields(List<Resp.Reply> namesAndValues) {
        var fields = new HashMap<String, String>();
        for (var i = 0; i + 1 < namesAndValues.size(); i += 2) {
            fields.put(namesAndValues.get(i).text(), namesAndValues.get(i + 1).text());
        }
        return fields;
    }

    private static int number(Map<String, String> fields, String name) {
        var text = fields.getOrDefault(name, "");
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }

    private static <T> T connected(StoreLogin login, Question<T> question) throws StoreFailure {
        try (var plain = BoundedSocket.to(login.host(), login.port(), PATIENCE, PATIENCE.multipliedBy(2))) {
            if (login.trust().isEmpty()) {
                return answer(plain, login, question);
            }
            var trust = login.trust().get();
            try (var secure = plain.secured(trust.name(), trust.authority())) {
                return answer(secure, login, question);
            }
        } catch (IOException e) {
            throw StoreFailure.because(login + " " + words(e));
        } catch (Refused e) {
            throw WRONG_PASSWORD.contains(e.code())
                    ? StoreFailure.wrongPassword()
                    : StoreFailure.because(login + " answers " + e.code());
        }
    }

    private static <T> T answer(Socket socket, StoreLogin login, Question<T> question) throws IOException, Refused {
        var server = new Resp(socket.getInputStream(), socket.getOutputStream());
        server.ask("AUTH", login.password());
        return question.ask(server);
    }

    /** Our own: what the network says about itself may quote what was sent. */
    private static String words(IOException e) {
        return switch (e) {
            case SocketTimeoutException timeout -> "did not answer in time";
            case UnknownHostException unknown -> "is not a name that DNS knows";
            case ConnectException refused -> "refused the connection";
            case SSLException secure -> "shows a certificate that is not trusted";
            case ProtocolException strange -> "does not speak the protocol of Valkey";
            default -> "closed the connection";
        };
    }
}
