package io.c5c3.infrastructure.ceph.monitor;

import io.c5c3.infrastructure.ceph.CephLogin;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Monitors that did not answer when they were last asked: for a while the others are asked first, so that not every question waits. */
final class Silence {

    private static final Duration WHILE = Duration.ofMinutes(1);
    private static final Map<CephLogin.Monitor, Long> SINCE = new ConcurrentHashMap<>();

    private Silence() {}

    static void of(CephLogin.Monitor monitor) {
        SINCE.values().removeIf(Silence::isOver);
        SINCE.put(monitor, System.nanoTime());
    }

    /** In the order given, those that were silent after all others. */
    static List<CephLogin.Monitor> last(List<CephLogin.Monitor> monitors) {
        return monitors.stream().sorted(Comparator.comparing(Silence::isSilent)).toList();
    }

    private static boolean isSilent(CephLogin.Monitor monitor) {
        var since = SINCE.get(monitor);
        return since != null && !isOver(since);
    }

    private static boolean isOver(long since) {
        return System.nanoTime() - since > WHILE.toNanos();
    }
}
