package io.c5c3.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The one place that waits: asks again and again until a condition holds or its time is over. */
public final class Await {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final String what;
    private final Duration limit;

    private Await(String what, Duration limit) {
        this.what = what;
        this.limit = limit;
    }

    /** {@code what} completes "Waited n s for ...", and should end in what to look at when that was in vain. */
    public static Await atMost(Duration limit, String what) {
        return new Await(what, limit);
    }

    public void until(BooleanSupplier condition) {
        if (!holds(condition)) {
            throw new LocalException("Waited " + limit.toSeconds() + " s for " + what + ".");
        }
    }

    /** Like {@link #until}, for callers that have another way to go on when the time is over. */
    public boolean holds(BooleanSupplier condition) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LocalException("Interrupted while waiting for " + what + "; run the same command again.", e);
            }
        }
        return true;
    }
}
