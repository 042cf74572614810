package io.c5c3.infrastructure.ceph;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a cluster is, and who knocks.
 *
 * @param user with its kind, as in client.admin
 */
public record CephLogin(List<Monitor> monitors, String user, CephKey key) {

    /** The port of the protocol every Ceph since Nautilus speaks. */
    public static final int PORT = 3300;

    public record Monitor(String host, int port) {
        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    public CephLogin {
        monitors = List.copyOf(monitors);
    }

    /** Without the key: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + monitors.stream().map(Monitor::toString).collect(Collectors.joining(","));
    }
}
