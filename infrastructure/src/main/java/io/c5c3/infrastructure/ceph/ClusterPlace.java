package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Facts;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
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
                .flatMap(secret -> facts.find(Secret.class, secret).stream())
                .filter(secret -> secret.getData() != null)
                .map(secret -> new ClusterPlace(value(secret.getData(), FSID), value(secret.getData(), ADDRESS)))
                .filter(place -> !place.fsid().isEmpty() && !place.address().isEmpty())
                .findFirst();
    }

    private static String value(Map<String, String> data, String key) {
        return CephSecret.value(data, key).strip();
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
