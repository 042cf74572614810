package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The least that a user of pools may do. */
final class Caps {

    private Caps() {}

    static SortedMap<String, String> of(CephStorage.Client client) {
        var writing = client.pools().stream().map(pool -> "profile rbd pool=" + pool);
        var reading = client.readOnlyPools().stream()
                .filter(pool -> !client.pools().contains(pool))
                .map(pool -> "profile rbd-read-only pool=" + pool);
        return new TreeMap<>(Map.of(
                "mgr",
                client.pools().stream().map(pool -> "profile rbd pool=" + pool).collect(Collectors.joining(", ")),
                "mon",
                "profile rbd",
                "osd",
                Stream.concat(writing, reading).collect(Collectors.joining(", "))));
    }
}
