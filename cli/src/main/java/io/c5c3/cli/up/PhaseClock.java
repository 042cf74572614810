package io.c5c3.cli.up;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long a plane was in each of its phases, as far as somebody watched. */
final class PhaseClock {
    private final Map<String, Duration> times = new LinkedHashMap<>();
    private String current = "";
    private Instant since = Instant.MIN;

    /** Tells which phase it is in now; empty when in none. */
    void observe(String phase, Instant now) {
        if (phase.equals(current)) {
            return;
        }
        if (!current.isEmpty()) {
            times.merge(current, Duration.between(since, now), Duration::plus);
        }
        current = phase;
        since = now;
    }

    /** In the order in which they were first seen, without those that were over at once. */
    Map<String, Duration> times() {
        var seen = new LinkedHashMap<String, Duration>();
        times.forEach((phase, time) -> {
            if (time.toMillis() >= 100) {
                seen.put(phase, time);
            }
        });
        return seen;
    }
}
