package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which cluster it is, and where its monitors are found. Both are decided once and kept with the keys: disks and guests remember them.
 *
 * @param addresses those of the monitors' Services, as far as they are known, by number
 */
record ClusterPlace(String fsid, List<String> addresses) {

    static final String FSID = "fsid";

    /** No more than three: see the field. */
    private static final int MOST = 3;

    ClusterPlace {
        addresses = List.copyOf(addresses);
    }

    /** Under which the address of a monitor is kept. */
    static String address(int number) {
        return number == 0 ? "address" : "address-" + number;
    }

    /** From the keys, or from their copy while somebody has taken the keys away. */
    static Optional<ClusterPlace> of(Facts facts, ClusterNames names) {
        return Stream.of(names.keys(), names.backup())
                .map(secret -> SecretText.lines(facts, secret))
                .map(values -> new ClusterPlace(values.getOrDefault(FSID, ""), addresses(values)))
                .filter(place -> !place.fsid().isEmpty() && !place.addresses().isEmpty())
                .findFirst();
    }

    private static List<String> addresses(Map<String, String> values) {
        return IntStream.range(0, MOST)
                .mapToObj(number -> values.getOrDefault(address(number), ""))
                .takeWhile(address -> !address.isEmpty())
                .toList();
    }

    boolean isSix() {
        return addresses.getFirst().contains(":");
    }

    private static String host(String address) {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /** The monitors as Ceph writes them. */
    List<String> monitors() {
        return addresses.stream()
                .map(address -> "v2:" + host(address) + ":" + CephLogin.PORT)
                .toList();
    }

    /** The monitors as clients look for them. */
    String monitorHosts() {
        return monitors().stream().map(monitor -> "[" + monitor + "/0]").collect(Collectors.joining(","));
    }
}
