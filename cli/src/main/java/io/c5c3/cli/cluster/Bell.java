package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Rings when a watched object changes, for whoever waits until things are as they should be. */
public final class Bell {
    private final Object changes = new Object();
    private long changed;

    /** Has the informer ring it. Once that has worked it goes on trying: an API server may restart while a person watches. */
    public <T extends HasMetadata> SharedIndexInformer<T> on(SharedIndexInformer<T> informer) {
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                ring();
            }

            @Override
            public void onUpdate(T before, T after) {
                ring();
            }

            @Override
            public void onDelete(T object, boolean unknown) {
                ring();
            }
        });
        return informer.exceptionHandler((started, problem) -> started);
    }

    private void ring() {
        synchronized (changes) {
            changed++;
            changes.notifyAll();
        }
    }

    /** Waits until it is so, looking after each change; false when the time was not enough. */
    public boolean await(BooleanSupplier condition, Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            long seen;
            synchronized (changes) {
                seen = changed;
            }
            if (condition.getAsBoolean()) {
                return true;
            }
            var left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            awaitChange(seen, Duration.ofNanos(left));
        }
    }

    private void awaitChange(long seen, Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        synchronized (changes) {
            try {
                for (var left = limit.toMillis(); changed == seen && left > 0; ) {
                    changes.wait(left);
                    left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("Interrupted.", e);
            }
        }
    }
}
