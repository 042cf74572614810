package io.c5c3.cli.plane;

import io.c5c3.cli.cluster.Bell;
import io.c5c3.cli.cluster.Kind;
import io.c5c3.cli.cluster.Kinds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/** The resources of this project, kept up to date by the API server's own watches: nothing is asked for twice. */
public final class PlaneWatch implements AutoCloseable {
    private final List<SharedIndexInformer<GenericKubernetesResource>> informers = new ArrayList<>();
    private final Bell bell = new Bell();

    private PlaneWatch() {}

    /** Returns when the first picture is complete. Without a namespace: those of all namespaces. */
    public static PlaneWatch start(Kinds kinds, Optional<String> namespace) {
        var watch = new PlaneWatch();
        try {
            var starts = new ArrayList<CompletableFuture<Void>>();
            for (var kind : kinds.ours()) {
                var informer = watch.informer(kinds, kind, namespace);
                watch.informers.add(informer);
                starts.add(informer.start().toCompletableFuture());
            }
            starts.forEach(CompletableFuture::join);
            return watch;
        } catch (CompletionException e) {
            watch.close();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private SharedIndexInformer<GenericKubernetesResource> informer(
            Kinds kinds, Kind kind, Optional<String> namespace) {
        var objects = kinds.objects(kind);
        return bell.on(
                !kind.namespaced()
                        ? objects.runnableInformer(0)
                        : namespace
                                .map(name -> objects.inNamespace(name).runnableInformer(0))
                                .orElseGet(() -> objects.inAnyNamespace().runnableInformer(0)));
    }

    public List<Observed> resources() {
        return informers.stream()
                .flatMap(informer -> informer.getStore().list().stream())
                .map(Observed::of)
                .toList();
    }

    /** Waits until the resources are as they should be, looking after each change; false when the time was not enough. */
    public boolean await(Predicate<List<Observed>> condition, Duration limit) {
        return bell.await(() -> condition.test(resources()), limit);
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::close);
    }
}
