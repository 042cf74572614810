package io.c5c3.infrastructure.rabbitmq;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A virtual host as oslo.messaging is told of it. The text holds the password.
 *
 * @param hosts each with its port
 * @param authority with encryption, the file whose certificates a client trusts
 */
record TransportUrl(String user, String password, List<String> hosts, String vhost, Optional<String> authority) {

    String text() {
        var login = encoded(user) + ":" + encoded(password) + "@";
        return "rabbit://" + hosts.stream().map(host -> login + host).collect(Collectors.joining(",")) + "/"
                + encoded(vhost)
                + authority.map(file -> "?ssl=true&ssl_ca_file=" + file).orElse("");
    }

    /** Everything but letters, digits and -._ as %XX: also $ and spaces, which configuration files would read as their own. */
    static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    @Override
    public String toString() {
        return "rabbit://" + user + ":***@" + String.join(",", hosts) + "/" + vhost;
    }
}
