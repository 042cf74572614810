package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which cluster it is, and where its monitor is found. Both are decided once and kept with the keys: disks and guests remember them.
 *
 * @param address that of the monitor's Service
 */
record ClusterPlace(String fsid, String address) {

    static final String FSID = "fsid";
    static final String ADDRESS = "address";

    /** From the keys, or from their copy while somebody has taken the keys away. */
    static Optional<ClusterPlace> of(Facts facts, ClusterNames names) {
        return Stream.of(names.keys(), names.backup())
                .map(secret -> SecretText.lines(facts, secret))
                .map(values -> new ClusterPlace(values.getOrDefault(FSID, ""), values.getOrDefault(ADDRESS, "")))
                .filter(place -> !place.fsid().isEmpty() && !place.address().isEmpty())
                .findFirst();
    }

    boolean isSix() {
        return address.contains(":");
    }

    String host() {
        return isSix() ? "[" + address + "]" : address;
    }

    /** The monitor as Ceph writes it. */
    String monitor() {
        return "v2:" + host() + ":" + CephLogin.PORT;
    }
}
