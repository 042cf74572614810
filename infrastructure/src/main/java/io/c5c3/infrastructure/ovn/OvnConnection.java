package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A way to a database as OVN's own tools write it: {@code tcp:host:port} or {@code ssl:host:port}, several with commas between them.
 */
public record OvnConnection(String text) {

    private static final Pattern PART = Pattern.compile("(tcp|ssl):(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");
    private static final Pattern SERVICE =
            Pattern.compile("([a-z][a-z0-9-]*)(?:\\.([a-z0-9-]+)(?:\\.svc(?:\\.cluster\\.local)?)?)?\\.?");

    private record Part(String protocol, String host, int port) {

        private String address() {
            return host.replaceAll("[\\[\\]]", "");
        }

        private String at(String other) {
            return protocol + ":" + (other.contains(":") ? "[" + other + "]" : other) + ":" + port;
        }
    }

    /** Whether this is such a text at all. */
    public boolean isValid() {
        return Arrays.stream(text.split(",", -1))
                .allMatch(part -> PART.matcher(part.strip()).matches());
    }

    /** Whether it asks for encryption, and so for a certificate. */
    public boolean isEncrypted() {
        return parts().stream().anyMatch(part -> "ssl".equals(part.protocol()));
    }

    private List<Part> parts() {
        return Arrays.stream(text.split(",", -1))
                .map(part -> PART.matcher(part.strip()))
                .filter(matcher -> matcher.matches())
                .map(matcher -> new Part(matcher.group(1), matcher.group(2), Integer.parseInt(matcher.group(3))))
                .toList();
    }

    /**
     * The same with the addresses of Services instead of their names. OVN's library for Python resolves names only with another library
     * at hand, and even then knows nothing of search domains.
     *
     * @param namespace where a Service without one is looked for
     */
    public OvnConnection numeric(Facts facts, String namespace) {
        return new OvnConnection(parts().stream()
                .map(part -> part.at(service(facts, namespace, part.host()).orElse(part.address())))
                .collect(Collectors.joining(",")));
    }

    /** The servers to ask, each in its own right; {@code secret} is opened only for those that want encryption. */
    List<OvsdbServer> servers(Work work, Optional<String> secret) {
        var identity = secret.flatMap(name -> identity(work, name));
        return parts().stream()
                .map(part -> new OvsdbServer(
                        part.at(part.address()),
                        service(work, work.namespace(), part.host()).orElse(part.address()),
                        part.port(),
                        "ssl".equals(part.protocol()) ? identity : Optional.empty()))
                .toList();
    }

    static Optional<OvsdbServer.Identity> identity(Work work, String secret) {
        var values = SecretText.lines(work, secret);
        return values.keySet().containsAll(OvnTls.KEYS)
                ? Optional.of(new OvsdbServer.Identity(
                        values.getOrDefault(OvnTls.CERTIFICATE, ""),
                        values.getOrDefault(OvnTls.KEY, ""),
                        values.getOrDefault(OvnTls.AUTHORITY, "")))
                : Optional.empty();
    }

    private static Optional<String> service(Facts facts, String namespace, String host) {
        var name = SERVICE.matcher(host);
        return name.matches()
                ? facts.address(Optional.ofNullable(name.group(2)).orElse(namespace), name.group(1))
                : Optional.empty();
    }
}
