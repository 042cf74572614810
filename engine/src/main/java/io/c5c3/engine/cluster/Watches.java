package io.c5c3.engine.cluster;

import io.c5c3.engine.Labels;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch per kind for the whole process, shared by all operators in it. Only what operators made is watched, except for the kinds in
 * which a person hands something in: Secrets, ConfigMaps, Nodes and custom resources.
 */
public final class Watches implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

    /** Helm keeps its releases in Secrets of this type: large, many, and never ours to read. */
    private static final String HELM_RELEASE = "helm.sh/release.v1";

    private final KubernetesClient client;
    private final Set<Class<? extends HasMetadata>> kinds;
    private final Map<Class<?>, SharedIndexInformer<?>> informers = new ConcurrentHashMap<>();
    private final BiConsumer<Ref, Optional<? extends HasMetadata>> changed;
    private final SharedIndexInformer<Definition> definitions;

    /** Until then the caches of all kinds that are there are being filled, and somebody waits for every one of them. */
    private volatile boolean started;

    /** @param changed told of every object that was added or changed, with its state, or removed, without */
    public Watches(
            KubernetesClient client,
            Set<Class<? extends HasMetadata>> kinds,
            BiConsumer<Ref, Optional<? extends HasMetadata>> changed) {
        this.client = client;
        this.kinds = Set.copyOf(kinds);
        this.changed = changed;
        this.definitions = client.resources(Definition.class).runnableInformer(0);
    }

    /** Starts all watches side by side and returns when their caches are filled. */
    public void start() {
        definitions.addEventHandler(handler((definition, gone) -> {
            definitionChanged();
            changed.accept(Ref.of(definition), Optional.empty());
        }));
        definitions.exceptionHandler((started, fault) -> true);
        var starts = new ArrayList<CompletableFuture<Void>>();
        kinds.stream().filter(kind -> !optional(kind)).map(this::startInformer).forEach(starts::add);
        definitions.start().toCompletableFuture().join();
        kinds.stream()
                .filter(kind -> optional(kind) && serves(kind))
                .map(this::startInformer)
                .forEach(starts::add);
        CompletableFuture.allOf(starts.toArray(CompletableFuture[]::new)).join();
        started = true;
        definitionChanged();
    }

    /** A kind that was not installed when we started may be by now. */
    private void definitionChanged() {
        if (!started) {
            return;
        }
        for (var kind : kinds) {
            if (optional(kind) && serves(kind) && !informers.containsKey(kind)) {
                LOG.info("{} is installed now; watching it", HasMetadata.getKind(kind));
                startInformer(kind);
            }
        }
    }

    private <T extends HasMetadata> CompletableFuture<Void> startInformer(Class<T> kind) {
        SharedIndexInformer<T> informer = selected(kind).runnableInformer(0);
        if (informers.putIfAbsent(kind, informer) != null) {
            return CompletableFuture.completedFuture(null);
        }
        informer.addEventHandler(handler(
                (object, gone) -> changed.accept(Ref.of(object), gone ? Optional.empty() : Optional.of(object))));
        // Keep trying: an API server that is away for a while is no reason to stop watching.
        informer.exceptionHandler((started, fault) -> true);
        return informer.start().toCompletableFuture();
    }

    private <T extends HasMetadata> FilterWatchListDeletable<T, ?, Resource<T>> selected(Class<T> kind) {
        var all = client.resources(kind).inAnyNamespace();
        if (kind == Secret.class) {
            return all.withoutField("type", HELM_RELEASE);
        }
        if (kind == Pod.class) {
            return all.withLabel(Labels.MANAGED_BY, "c5c3");
        }
        return Sight.whole(kind) ? all : all.withLabel(Labels.OPERATOR);
    }

    private static <T extends HasMetadata> ResourceEventHandler<T> handler(BiConsumer<T, Boolean> action) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                action.accept(object, false);
            }

            @Override
            public void onUpdate(T before, T after) {
                action.accept(after, false);
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                action.accept(object, true);
            }
        };
    }

    /** Kinds of custom resources may be absent; Kubernetes' own are always there. */
    private static boolean optional(Class<?> kind) {
        return CustomResource.class.isAssignableFrom(kind)
                || HasMetadata.getGroup(kind).endsWith(".k8s.io") && gateway(kind);
    }

    private static boolean gateway(Class<?> kind) {
        return "gateway.networking.k8s.io".equals(HasMetadata.getGroup(kind));
    }

    boolean serves(Class<? extends HasMetadata> kind) {
        if (!optional(kind)) {
            return true;
        }
        var name = HasMetadata.getFullResourceName(kind);
        return definitions.getIndexer().getByKey(name) != null;
    }

    /** The class of the object a reference points at. */
    Class<? extends HasMetadata> kind(Ref ref) {
        return kinds.stream()
                .filter(kind -> HasMetadata.getKind(kind).equals(ref.kind())
                        && HasMetadata.getApiVersion(kind).equals(ref.apiVersion()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No blueprint says that it uses " + ref.kind()));
    }

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return informer(kind)
                .map(informer -> informer.getIndexer().getByKey(namespace.isEmpty() ? name : namespace + "/" + name));
    }

    <T extends HasMetadata> Collection<T> list(Class<T> kind, String namespace) {
        return informer(kind)
                .map(informer -> (Collection<T>)
                        (namespace.isEmpty()
                                ? informer.getIndexer().list()
                                : informer.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace)))
                .orElse(List.of());
    }

    /** The version up to which the cache of a kind is complete. */
    long progress(Class<? extends HasMetadata> kind, String namespace) {
        return informer(kind)
                .map(SharedIndexInformer::lastSyncResourceVersion)
                .map(OwnWrites::version)
                .orElse(0L);
    }

    @SuppressWarnings("unchecked")
    private <T extends HasMetadata> Optional<SharedIndexInformer<T>> informer(Class<T> kind) {
        if (!kinds.contains(kind)) {
            throw new IllegalStateException("No blueprint says that it uses " + kind.getSimpleName()
                    + ", so it is neither watched nor allowed");
        }
        return Optional.ofNullable((SharedIndexInformer<T>) informers.get(kind));
    }

    /** Whether every watch is connected. */
    public boolean healthy() {
        return definitions.isWatching() && informers.values().stream().allMatch(SharedIndexInformer::isWatching);
    }

    @Override
    public void close() {
        definitions.stop();
        informers.values().forEach(SharedIndexInformer::stop);
    }
}
