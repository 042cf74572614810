package io.c5c3.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for the programs of a cluster to become ready, but not for one that has ended. */
record Readiness(Probe probe) {
    // Generous: a busy small machine is slow, not broken.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    void of(Daemon daemon, String address) {
        until(daemon, () -> probe.isWell(address));
    }

    void until(Daemon daemon, BooleanSupplier condition) {
        var process = daemon.process();
        Await.atMost(
                        LIMIT,
                        daemon.name() + " to become ready; see "
                                + daemon.layout().log(daemon.name()))
                .until(() -> {
                    if (condition.getAsBoolean()) {
                        return true;
                    }
                    if (process.filter(ProcessTable::isAlive).isEmpty()) {
                        daemon.mustRun();
                    }
                    return false;
                });
    }
}
