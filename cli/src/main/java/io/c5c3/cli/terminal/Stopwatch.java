package io.c5c3.cli.terminal;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Runs from when it is made until it is stopped. */
final class Stopwatch {
    private final LongSupplier clock;
    private final long start;
    private OptionalLong end = OptionalLong.empty();

    Stopwatch(LongSupplier clock) {
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    synchronized Duration elapsed() {
        return Duration.ofNanos(end.orElseGet(clock) - start);
    }

    /** Stops it, the first time; the elapsed time stays what it was then. */
    synchronized Duration stop() {
        if (end.isEmpty()) {
            end = OptionalLong.of(clock.getAsLong());
        }
        return elapsed();
    }
}
