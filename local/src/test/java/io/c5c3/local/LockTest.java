package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockTest {
    @TempDir
    Path folder;

    /** Half of the holders delete the file, as a purge does. */
    @Test
    void oneHolderAtATime() {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var works = IntStream.range(0, 20)
                .<Runnable>mapToObj(i -> () -> {
                    try (var lock = Lock.hold(folder.resolve("deep/lock"), Progress.silent())) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Await.atMost(Duration.ofMillis(1), "a moment").holds(() -> false);
                        if (i % 2 == 0) {
                            lock.delete();
                        }
                        inside.decrementAndGet();
                    }
                })
                .toArray(Runnable[]::new);

        Together.run(works);

        assertThat(most).hasValue(1);
    }

    /** Locks of the operating system behave differently between processes than between threads. */
    @Test
    void keepsOtherProcessesOut() throws Exception {
        var file = folder.resolve("lock");
        var other = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try (var words = other.inputReader();
                var lock = Lock.hold(file, Progress.silent())) {
            assertThat(words.readLine()).isEqualTo("begin");
            assertThat(Await.atMost(Duration.ofSeconds(1), "nothing").holds(() -> ready(words)))
                    .as("the other process got in")
                    .isFalse();
            lock.close();
            assertThat(words.readLine()).isEqualTo("inside");
        } finally {
            other.destroyForcibly();
        }
    }

    private static boolean ready(BufferedReader reader) {
        try {
            return reader.ready();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The other process. */
    static final class Holder {
        public static void main(String[] arguments) {
            System.out.println("begin");
            try (var lock = Lock.hold(Path.of(arguments[0]), Progress.silent())) {
                System.out.println("inside");
            }
        }
    }
}
