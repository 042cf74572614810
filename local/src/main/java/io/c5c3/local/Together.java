package io.c5c3.local;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several things at once; it ends when the last has ended, and fails with the first that failed. */
final class Together {
    private Together() {}

    static void run(Runnable... works) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running =
                    List.of(works).stream().<Future<?>>map(threads::submit).toList();
            for (var work : running) {
                work.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalException("Interrupted; run the same command again.", e);
        }
    }
}
