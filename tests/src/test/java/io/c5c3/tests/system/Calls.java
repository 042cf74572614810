package io.c5c3.tests.system;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Asks an address without rest whether somebody is there, and remembers when somebody answered. */
final class Calls implements AutoCloseable {

    private static final int MILLIS_PER_ANSWER = 1000;
    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final List<Instant> answers = new CopyOnWriteArrayList<>();
    private final Thread caller;

    Calls(InetAddress address) {
        caller = Thread.ofVirtual().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    if (address.isReachable(MILLIS_PER_ANSWER)) {
                        answers.add(Instant.now());
                    }
                } catch (IOException e) {
                    // No answer is one, too.
                }
                LockSupport.parkNanos(BETWEEN.toNanos());
            }
        });
    }

    /** Waits for so many more. */
    void await(int more) {
        var before = answers.size();
        Awaitility.await(more + " answers").atMost(PATIENCE).until(() -> answers.size() >= before + more);
    }

    Duration longestGap() {
        var longest = Duration.ZERO;
        for (var i = 1; i < answers.size(); i++) {
            var gap = Duration.between(answers.get(i - 1), answers.get(i));
            longest = gap.compareTo(longest) > 0 ? gap : longest;
        }
        return longest;
    }

    @Override
    public void close() {
        caller.interrupt();
    }
}
