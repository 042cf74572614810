package io.c5c3.infrastructure.mariadb;

import io.c5c3.engine.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The server's options: what OpenStack needs, and over it what a person wrote.
 *
 * @param own as written in the resource
 * @param poolSize what of the memory is for data
 * @param more what makes it a member of a cluster, and what it shows its clients
 */
record ServerOptions(Map<String, String> own, String poolSize, Map<String, String> more) {

    /** Options of a server on which nothing but the person's part matters. */
    static ServerOptions own(Map<String, String> own) {
        return new ServerOptions(own, DEFAULT_POOL, Map.of());
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    /** Unknown ones among these are passed over by the server, so that older and newer images start as well. */
    private static final String IF_KNOWN = "loose-";

    static final String DEFAULT_POOL = "256M";

    private static final Map<String, String> DEFAULTS = Map.of(
            "character-set-server",
            "utf8mb4",
            // With it on, concurrent transactions of the services fail with error 1020.
            IF_KNOWN + "innodb-snapshot-isolation",
            "OFF",
            "max-connections",
            "1000");

    /** What the server runs at its start; written before each. */
    static final String STATEMENTS = "/run/mysqld/start.sql";

    /** Pods come and go under addresses without names. */
    private static final Map<String, String> FIXED = Map.of("skip-name-resolve", "ON", "init-file", STATEMENTS);

    /** Where the server lives and how it is reached is laid down by the pod. */
    private static final Set<String> OWNED = Set.of(
            "basedir",
            "bind-address",
            "binlog-format",
            "datadir",
            "extra-port",
            "init-file",
            "innodb-autoinc-lock-mode",
            "pid-file",
            "port",
            "skip-grant-tables",
            "skip-name-resolve",
            "skip-networking",
            "skip-ssl",
            "socket",
            "ssl",
            "ssl-ca",
            "ssl-capath",
            "ssl-cert",
            "ssl-key",
            "tmpdir",
            "user");

    /** What is wrong with the person's part, if anything. */
    Optional<Outcome> problem() {
        for (var option : new TreeMap<>(own).entrySet()) {
            var name = option.getKey();
            if (!NAME.matcher(name).matches() || option.getValue().matches("(?s).*[\\r\\n].*")) {
                return Optional.of(Outcome.mistake(
                        "InvalidOption",
                        "config has an option that a configuration file cannot hold: write names such as"
                                + " max_connections, and values of one line."));
            }
            if (OWNED.contains(plain(name)) || plain(name).startsWith("wsrep")) {
                return Optional.of(Outcome.mistake(
                        "OptionNotAllowed", "config." + name + " is set by the operator: take it out of config."));
            }
        }
        return Optional.empty();
    }

    String text() {
        var options = new TreeMap<>(DEFAULTS);
        options.put("innodb-buffer-pool-size", poolSize);
        new TreeMap<>(own).forEach((name, value) -> {
            options.keySet().removeIf(other -> plain(other).equals(plain(name)));
            options.put(name.replace('_', '-'), value);
        });
        options.putAll(FIXED);
        options.putAll(more);
        return options.entrySet().stream()
                .map(option -> option.getKey() + " = " + option.getValue())
                .collect(Collectors.joining("\n", "[mariadbd]\n", "\n"));
    }

    /** The server takes - and _ for the same, and knows options with this prefix by their plain name. */
    private static String plain(String name) {
        var dashed = name.toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        return dashed.startsWith(IF_KNOWN) ? dashed.substring(IF_KNOWN.length()) : dashed;
    }
}
