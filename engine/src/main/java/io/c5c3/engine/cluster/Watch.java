package io.c5c3.engine.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** One kind in one place: its cache, and how far that can be believed. */
final class Watch<T extends HasMetadata> implements AutoCloseable {

    private static final int FORBIDDEN = 403;

    private final SharedIndexInformer<T> informer;
    private final Runnable turned;
    private final CompletableFuture<Void> filled = new CompletableFuture<>();
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean refused;
    private final Absence absence = new Absence();

    /**
     * @param changed told of every object, and whether it is gone
     * @param turned called when the cache is filled, refused, or filled again after it was
     */
    Watch(SharedIndexInformer<T> informer, BiConsumer<T, Boolean> changed, Runnable turned) {
        this.informer = informer;
        this.turned = turned;
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                changed.accept(object, false);
            }

            @Override
            public void onUpdate(T before, T after) {
                changed.accept(after, false);
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                changed.accept(object, true);
            }

            @Override
            public void onList(String resourceVersion, boolean remainedEmpty) {
                listed();
            }
        });
        // Keep trying: an API server that is away for a while is no reason to stop watching, and rights may yet come.
        informer.exceptionHandler((started, fault) -> {
            failed(fault);
            return true;
        });
    }

    /** Once; more often does no harm. */
    void start() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        informer.start().whenComplete((done, fault) -> {
            if (fault == null) {
                listed();
            }
        });
    }

    private void listed() {
        var news = !filled.isDone() || refused;
        refused = false;
        filled.complete(null);
        answered.complete(null);
        if (news) {
            turned.run();
        }
    }

    private void failed(Throwable fault) {
        var cause = fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
        if (cause instanceof KubernetesClientException answer && answer.getCode() == FORBIDDEN && !refused) {
            refused = true;
            answered.complete(null);
            turned.run();
        }
    }

    /** Ends when the cache holds everything for the first time. */
    CompletableFuture<Void> filled() {
        return filled;
    }

    /** Ends when the cache holds everything, or the API server has said that it may not. */
    CompletableFuture<Void> answered() {
        return answered;
    }

    boolean isFilled() {
        return filled.isDone();
    }

    boolean isRefused() {
        return refused;
    }

    /** How long the watch has been away, as far as it was asked. Watches come and go; the cache is good all the while. */
    Duration lost(long nanos) {
        return absence.seen(informer.isWatching(), nanos);
    }

    /** The version up to which the cache is complete. */
    String progress() {
        return informer.lastSyncResourceVersion();
    }

    Indexer<T> cache() {
        return informer.getIndexer();
    }

    @Override
    public void close() {
        informer.stop();
    }
}
