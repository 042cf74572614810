package io.c5c3.engine.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long something has been away, as far as anybody asked. */
final class Absence {

    private @Nullable Long since;

    synchronized Duration seen(boolean there, long nanos) {
        if (there) {
            since = null;
            return Duration.ZERO;
        }
        if (since == null) {
            since = nanos;
        }
        return Duration.ofNanos(nanos - since);
    }
}
