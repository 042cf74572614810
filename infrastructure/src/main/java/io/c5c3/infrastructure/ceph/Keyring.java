package io.c5c3.infrastructure.ceph;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Users with their keys, as a file that Ceph's programs read.
 *
 * @param keys by the name of the user
 */
record Keyring(SortedMap<String, CephKey> keys) {

    Keyring {
        keys = new TreeMap<>(keys);
    }

    static Keyring parse(String text) {
        var keys = new TreeMap<String, CephKey>();
        var user = "";
        for (var line : text.lines().map(String::strip).toList()) {
            var equals = line.indexOf('=');
            if (line.startsWith("[") && line.endsWith("]")) {
                user = line.substring(1, line.length() - 1).strip();
            } else if (equals > 0 && "key".equals(line.substring(0, equals).strip())) {
                keys.put(user, new CephKey(line.substring(equals + 1).strip().replace("\"", "")));
            }
        }
        return new Keyring(keys);
    }

    String text() {
        var text = new StringBuilder();
        keys.forEach((user, key) -> text.append(section(user, key, new TreeMap<>())));
        return text.toString();
    }

    /** One user with what it may do, for a monitor that is to know it from its first day. */
    static String section(String user, CephKey key, SortedMap<String, String> caps) {
        var text = new StringBuilder("[" + user + "]\n\tkey = " + key.text() + "\n");
        caps.forEach((service, cap) -> text.append("\tcaps ")
                .append(service)
                .append(" = \"")
                .append(cap)
                .append("\"\n"));
        return text.toString();
    }
}
