package io.c5c3.infrastructure.ceph;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A user and what it may do.
 *
 * @param name with its kind, as in client.glance
 * @param caps by the service they are for: mgr, mon, osd
 */
public record CephUser(String name, SortedMap<String, String> caps) {

    public CephUser {
        caps = new TreeMap<>(caps);
    }
}
