package io.c5c3.local;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Several things at once; the first that fails stops the others, and is the only failure that anybody hears of. */
public final class Together {
    private Together() {}

    public static void run(Runnable... works) {
        all(Stream.of(works).map(Executors::callable).toList());
    }

    /** All results, in the order of the works. */
    public static <T> List<T> all(List<Callable<T>> works) {
        return all(works, Executors.newVirtualThreadPerTaskExecutor());
    }

    /** Not more at once than the given number. */
    public static <T> List<T> all(List<Callable<T>> works, int atOnce) {
        return all(works, Executors.newFixedThreadPool(atOnce));
    }

    private static <T> List<T> all(List<Callable<T>> works, ExecutorService threads) {
        try (threads) {
            var ended = new ExecutorCompletionService<T>(threads);
            var running = works.stream().map(ended::submit).toList();
            try {
                for (var ignored : running) {
                    ended.take().get();
                }
                return running.stream().map(Future::resultNow).toList();
            } catch (ExecutionException e) {
                threads.shutdownNow();
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
            } catch (InterruptedException e) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw new LocalException("Interrupted; run the same command again.", e);
            }
        }
    }
}
