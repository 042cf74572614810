package io.c5c3.local;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Waits for the programs of a cluster to become ready, but not for one that has ended. */
record Readiness(Probe probe) {
    // Generous: a busy small machine is slow, not broken.
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final int RESTARTS = 2;

    void of(Daemon daemon, String address) {
        until(daemon, () -> probe.isWell(address));
    }

    void until(Daemon daemon, BooleanSupplier condition) {
        var process = new AtomicReference<>(daemon.process());
        var restarts = new AtomicInteger();
        Await.atMost(
                        LIMIT,
                        daemon.name() + " to become ready; see "
                                + daemon.layout().log(daemon.name()))
                .until(() -> {
                    if (condition.getAsBoolean()) {
                        return true;
                    }
                    if (process.get().filter(ProcessTable::isAlive).isEmpty()) {
                        // One before it may have held its port a moment longer than its name: that passes.
                        if (restarts.incrementAndGet() > RESTARTS) {
                            daemon.mustRun();
                        }
                        daemon.ensure();
                        process.set(daemon.process());
                    }
                    return false;
                });
    }
}
