package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Labels;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the parts of our own cluster are called.
 *
 * @param name of the resource
 */
record ClusterNames(String name) {

    static final String MONITOR = "mon";
    static final String MANAGER = "mgr";

    /** The one that takes over. */
    static final String SECOND_MANAGER = "mgr-b";

    static final String DISK = "osd";

    private static final String SERVICE = "ceph";

    String of(String part) {
        return name() + "-" + part;
    }

    /** The Service before one monitor, whose address is that of the monitor. The first has the name it had when there was one only. */
    String monitor(int number) {
        return number == 0 ? of(MONITOR) : of(MONITOR) + "-" + number;
    }

    /** What the cluster cannot be started without. */
    String keys() {
        return of("cluster-keys");
    }

    String backup() {
        return of("cluster-keys-backup");
    }

    /** For the operator, and for people. */
    String admin() {
        return of("admin-credentials");
    }

    String diskKeys() {
        return of("osd-keys");
    }

    /** What the second manager logs in with. */
    String managerKeys() {
        return of(SECOND_MANAGER) + "-keys";
    }

    /** What the pods of a part shall not share a node with: each other, or those that take over from them. */
    static String apart(String part) {
        return switch (part) {
            case MANAGER -> SECOND_MANAGER;
            case SECOND_MANAGER -> MANAGER;
            default -> part;
        };
    }

    Map<String, String> labels(String part) {
        return Labels.of(SERVICE, name(), part);
    }

    Map<String, String> selector(String part) {
        return Labels.selector(SERVICE, name(), part);
    }

    /** All pods of the cluster. */
    Map<String, String> everything() {
        var labels = new TreeMap<>(selector(""));
        labels.remove("app.kubernetes.io/component");
        return labels;
    }
}
