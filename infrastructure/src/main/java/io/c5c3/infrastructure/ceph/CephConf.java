package io.c5c3.infrastructure.ceph;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What we need of a ceph.conf that somebody wrote: where the monitors are. */
final class CephConf {

    /** One address: a protocol, a host (an IPv6 one in brackets), a port, a nonce. */
    private static final Pattern ADDRESS =
            Pattern.compile("(?:(v1|v2|any):)?(\\[[0-9a-fA-F:.]+]|[^\\s,;:/\\[\\]]+)(?::(\\d{1,5}))?(?:/\\d+)?");

    private static final Pattern COMMENT = Pattern.compile("[;#].*$");
    private static final Set<String> SECTIONS = Set.of("", "global", "client");
    private static final int OLD_PORT = 6789;

    private CephConf() {}

    /** Every host once, with the port of the newer protocol. */
    static List<CephLogin.Monitor> monitors(String text) {
        var hosts = new LinkedHashSet<CephLogin.Monitor>();
        var old = new LinkedHashSet<CephLogin.Monitor>();
        var addresses = ADDRESS.matcher(value(text).orElse(""));
        while (addresses.find()) {
            var host = addresses.group(2).replaceAll("[\\[\\]]", "");
            var port = Optional.ofNullable(addresses.group(3))
                    .map(Integer::parseInt)
                    .filter(given -> given != OLD_PORT)
                    .orElse(CephLogin.PORT);
            if ("v1".equals(addresses.group(1))) {
                old.add(new CephLogin.Monitor(host, CephLogin.PORT));
            } else {
                hosts.add(new CephLogin.Monitor(host, port));
            }
        }
        var known = hosts.stream().map(CephLogin.Monitor::host).toList();
        old.stream().filter(monitor -> !known.contains(monitor.host())).forEach(hosts::add);
        return new ArrayList<>(hosts);
    }

    /** The value of mon_host, which may also be written {@code mon host} or {@code mon-host}. */
    private static Optional<String> value(String text) {
        var section = "";
        Optional<String> found = Optional.empty();
        for (var line : text.lines().toList()) {
            var plain = COMMENT.matcher(line).replaceFirst("").strip();
            var equals = plain.indexOf('=');
            if (plain.startsWith("[") && plain.endsWith("]") && equals < 0) {
                section = plain.substring(1, plain.length() - 1).strip().toLowerCase(Locale.ROOT);
            } else if (equals > 0 && SECTIONS.contains(section)) {
                var option = plain.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                if ("mon_host".equals(option.replaceAll("[ -]+", "_"))) {
                    found = Optional.of(plain.substring(equals + 1).strip());
                }
            }
        }
        return found;
    }
}
