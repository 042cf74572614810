package io.c5c3.engine.runtime;

import io.c5c3.engine.Leadership;
import io.c5c3.engine.LeaseLost;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Takes resources from the queue and looks at them, each on a thread of its own, for as long as this process leads. */
final class Looks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Looks.class);

    private static final int CONFLICT = 409;
    private static final Duration SOON = Duration.ofMillis(500);

    /** Every call in a look has a limit of its own, so this one is for what nobody thought of. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** What a look is: it says when to look again, and how long to wait after one that failed. */
    interface Looker {
        Optional<Duration> look(Ref resource);

        /** Under which the resource is looked at. */
        Leadership leadership(Ref resource);

        Duration backOff(Ref resource);
    }

    private final WorkQueue queue;
    private final Looker looker;
    private final ScheduledThreadPoolExecutor watchdog = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("look-watchdog").factory());

    Looks(WorkQueue queue, Looker looker) {
        this.queue = queue;
        this.looker = looker;
        watchdog.setRemoveOnCancelPolicy(true);
    }

    /** Begins to work. */
    void begin() {
        Thread.ofPlatform().daemon().name("looks").start(() -> {
            try {
                for (var next = queue.take(); next.isPresent(); next = queue.take()) {
                    var resource = next.get();
                    Thread.ofVirtual().start(() -> looker.leadership(resource).during(() -> look(resource)));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void look(Ref resource) {
        var late = watchdog.schedule(Thread.currentThread()::interrupt, LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        try (var kind = MDC.putCloseable("kind", resource.kind());
                var namespace = MDC.putCloseable("namespace", resource.namespace());
                var name = MDC.putCloseable("name", resource.name())) {
            looker.look(resource).ifPresent(after -> queue.add(resource, after));
        } catch (LeaseLost e) {
            LOG.warn("{}: {}", resource, e.getMessage());
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                // Somebody changed it while we looked; the watch is about to show how.
                queue.add(resource, SOON);
            } else {
                LOG.warn("{}: the look ended early: {}", resource, e.getMessage());
                queue.add(resource, looker.backOff(resource));
            }
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("{}: the look ended early", resource, e);
            queue.add(resource, looker.backOff(resource));
        } finally {
            late.cancel(false);
            queue.done(resource);
        }
    }

    /** Begins no further look, and waits for those that are under way; says whether all of them have ended. */
    boolean end(Duration atMost) {
        queue.close();
        try {
            return queue.awaitIdle(atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
    }
}
