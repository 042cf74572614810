package io.c5c3.engine.cluster;

import io.c5c3.engine.Enrolment;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Refused;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that this process watches, shared by all operators in it. The kinds that it works on, and what belongs to no namespace, are
 * watched everywhere; all else only in the namespaces that an administrator has enrolled, from the moment that is said until it is
 * withdrawn or the namespace is gone.
 */
public final class Watches implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

    /** The API server ends watches every few minutes, and may be restarted; what is away for longer than this is a fault. */
    private static final Duration LONGEST_LOSS = Duration.ofMinutes(5);

    /** With a namespace that is being deleted the RoleBindings go, and a watch that ends then does not come back. */
    private static final Duration LONGEST_LOSS_WHILE_ENDING = Duration.ofSeconds(10);

    private static final String EVERYWHERE = "";

    /**
     * What to watch.
     *
     * @param own the kinds that this process works on
     * @param others what is used and read for them
     * @param enrolled namespaces that are enrolled whatever their labels say
     */
    public record Scope(
            Set<Class<? extends HasMetadata>> own, Set<Class<? extends HasMetadata>> others, Set<String> enrolled) {
        public Scope {
            own = Set.copyOf(own);
            others = Set.copyOf(others);
            enrolled = Set.copyOf(enrolled);
        }
    }

    private final Selection selection;
    private final Set<Class<? extends HasMetadata>> everywhere = new HashSet<>();
    private final Set<Class<? extends HasMetadata>> inside = new HashSet<>();
    private final Set<String> named;
    private final Map<String, Map<Class<?>, Watch<?>>> places = new ConcurrentHashMap<>();
    private final BiConsumer<Ref, Optional<? extends HasMetadata>> changed;
    private final Watch<Definition> definitions;
    private final Watch<Namespace> namespaces;
    private final LongSupplier nanos;

    /** Until then somebody waits for every cache that is being filled. */
    private volatile boolean started;

    /** @param changed told of every object that was added or changed, with its state, or removed, without */
    public Watches(KubernetesClient client, Scope scope, BiConsumer<Ref, Optional<? extends HasMetadata>> changed) {
        this(client, scope, changed, System::nanoTime);
    }

    Watches(
            KubernetesClient client,
            Scope scope,
            BiConsumer<Ref, Optional<? extends HasMetadata>> changed,
            LongSupplier nanos) {
        this.nanos = nanos;
        this.selection = new Selection(client);
        this.named = scope.enrolled();
        this.changed = changed;
        everywhere.addAll(scope.own());
        for (var kind : scope.others()) {
            if (!scope.own().contains(kind)) {
                (Namespaced.class.isAssignableFrom(kind) ? inside : everywhere).add(kind);
            }
        }
        this.definitions = new Watch<>(
                selection.everywhere(Definition.class), (object, gone) -> definitionChanged(object), () -> {});
        this.namespaces = new Watch<>(selection.everywhere(Namespace.class), this::namespaceChanged, () -> {});
    }

    /** Starts all watches side by side and returns when their caches are filled, or known to be out of reach. */
    public void start() {
        definitions.start();
        namespaces.start();
        definitions.filled().join();
        open(EVERYWHERE, everywhere);
        namespaces.filled().join();
        enrolled().forEach(namespace -> open(namespace, inside));
        all(EVERYWHERE).map(Watch::filled).forEach(CompletableFuture::join);
        places.keySet().stream().flatMap(this::all).map(Watch::answered).forEach(CompletableFuture::join);
        started = true;
        installed();
        namespaces.cache().list().forEach(namespace -> namespaceChanged(namespace, false));
    }

    private Stream<String> enrolled() {
        return namespaces.cache().list().stream()
                .filter(this::isEnrolled)
                .map(namespace -> namespace.getMetadata().getName());
    }

    private boolean isEnrolled(Namespace namespace) {
        return named.contains(namespace.getMetadata().getName()) || says(namespace, Enrolment.LABEL);
    }

    private static boolean says(Namespace namespace, String label) {
        var labels = namespace.getMetadata().getLabels();
        return labels != null && "true".equals(labels.get(label));
    }

    private Stream<Watch<?>> all(String place) {
        return places.getOrDefault(place, Map.of()).values().stream();
    }

    private synchronized void open(String place, Set<Class<? extends HasMetadata>> kinds) {
        var watches = places.getOrDefault(place, new ConcurrentHashMap<>());
        for (var kind : kinds) {
            if (installed(kind) && !watches.containsKey(kind)) {
                watches.put(kind, made(kind, place));
            }
        }
        // Known as a whole: a place with half of its watches would look as if all of them were filled.
        places.put(place, watches);
        watches.values().forEach(Watch::start);
    }

    private <T extends HasMetadata> Watch<T> made(Class<T> kind, String place) {
        return new Watch<>(
                place.equals(EVERYWHERE) ? selection.everywhere(kind) : selection.inside(place, kind),
                (object, gone) -> changed.accept(Ref.of(object), gone ? Optional.empty() : Optional.of(object)),
                () -> turned(kind, place));
    }

    /** What was asked for in vain may be there now, or the other way round. */
    private void turned(Class<? extends HasMetadata> kind, String place) {
        if (started) {
            changed.accept(Ref.of(Definition.class, "", HasMetadata.getFullResourceName(kind)), Optional.empty());
            changed.accept(Ref.of(Namespace.class, "", place), Optional.empty());
        }
    }

    private synchronized void close(String place) {
        var watches = places.remove(place);
        if (watches != null) {
            LOG.info("The namespace {} is no longer enrolled; its caches are given up", place);
            watches.values().forEach(Watch::close);
        }
    }

    private void namespaceChanged(Namespace namespace, boolean gone) {
        if (!started) {
            return;
        }
        var name = namespace.getMetadata().getName();
        if (!gone && isEnrolled(namespace)) {
            if (!places.containsKey(name)) {
                LOG.info("The namespace {} is enrolled; watching {} kinds there", name, inside.size());
            }
            open(name, inside);
        } else {
            close(name);
        }
        changed.accept(Ref.of(namespace), gone ? Optional.empty() : Optional.of(namespace));
    }

    private void definitionChanged(Definition definition) {
        if (started) {
            installed();
            changed.accept(Ref.of(definition), Optional.empty());
        }
    }

    /** A kind that was not installed when we started may be by now, and one that was may be gone. */
    private synchronized void installed() {
        places.forEach((place, watches) -> {
            watches.entrySet().removeIf(entry -> {
                @SuppressWarnings("unchecked") // only such kinds are put there
                var gone = !installed((Class<? extends HasMetadata>) entry.getKey());
                if (gone) {
                    entry.getValue().close();
                }
                return gone;
            });
            open(place, place.equals(EVERYWHERE) ? everywhere : inside);
        });
    }

    /** Kinds of custom resources may be absent; Kubernetes' own are always there. */
    private boolean installed(Class<? extends HasMetadata> kind) {
        var optional = CustomResource.class.isAssignableFrom(kind)
                || "gateway.networking.k8s.io".equals(HasMetadata.getGroup(kind));
        return !optional || definitions.cache().getByKey(HasMetadata.getFullResourceName(kind)) != null;
    }

    /** How a namespace stands to this process. */
    public Standing standing(String name) {
        var namespace = namespaces.cache().getByKey(name);
        if (namespace == null) {
            return new Standing(Standing.State.FILLING, false, false);
        }
        var ending = namespace.getMetadata().getDeletionTimestamp() != null;
        return new Standing(state(namespace, ending), says(namespace, Enrolment.PRIVILEGED), ending);
    }

    private Standing.State state(Namespace namespace, boolean ending) {
        var name = namespace.getMetadata().getName();
        if (!isEnrolled(namespace)) {
            return Standing.State.NOT_ENROLLED;
        }
        if (all(name).anyMatch(Watch::isRefused) || (ending && lost(name).compareTo(LONGEST_LOSS_WHILE_ENDING) > 0)) {
            return Standing.State.NO_RIGHTS;
        }
        return places.containsKey(name) && all(name).allMatch(Watch::isFilled)
                ? Standing.State.OPEN
                : Standing.State.FILLING;
    }

    private Duration lost(String place) {
        var now = nanos.getAsLong();
        return all(place).map(watch -> watch.lost(now)).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Whether a kind is installed and the cache of its objects, as far as they are seen from a namespace, is filled. */
    boolean serves(Class<? extends HasMetadata> kind, String namespace) {
        return watch(kind, namespace).filter(Watch::isFilled).isPresent();
    }

    /** The class of the object a reference points at. */
    Class<? extends HasMetadata> kind(Ref ref) {
        return Stream.concat(everywhere.stream(), inside.stream())
                .filter(kind -> HasMetadata.getKind(kind).equals(ref.kind())
                        && HasMetadata.getApiVersion(kind).equals(ref.apiVersion()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No blueprint says that it uses " + ref.kind()));
    }

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
        return readable(kind, namespace)
                .map(watch -> watch.cache().getByKey(namespace.isEmpty() ? name : namespace + "/" + name));
    }

    <T extends HasMetadata> Collection<T> list(Class<T> kind, String namespace) {
        return readable(kind, namespace)
                .map(watch -> (Collection<T>)
                        (namespace.isEmpty() || !everywhere.contains(kind)
                                ? watch.cache().list()
                                : watch.cache().byIndex(Selection.BY_NAMESPACE, namespace)))
                .orElse(List.of());
    }

    /** Those of every namespace that is seen. What is not seen yet is told when it is. */
    <T extends HasMetadata> Collection<T> listInAll(Class<T> kind) {
        if (everywhere.contains(kind)) {
            return list(kind, EVERYWHERE);
        }
        return places.keySet().stream()
                .filter(place -> !place.equals(EVERYWHERE))
                .flatMap(place -> watch(kind, place).stream())
                .filter(Watch::isFilled)
                .flatMap(watch -> watch.cache().list().stream())
                .toList();
    }

    /** The version up to which the cache of a kind is complete. */
    long progress(Class<? extends HasMetadata> kind, String namespace) {
        return watch(kind, namespace)
                .map(Watch::progress)
                .map(OwnWrites::version)
                .orElse(0L);
    }

    /** The cache, if the kind is installed; never one from which something may be missing. */
    private <T extends HasMetadata> Optional<Watch<T>> readable(Class<T> kind, String namespace) {
        if (!everywhere.contains(kind)) {
            var standing = standing(namespace);
            if (!standing.open()) {
                throw new Refused(Enrolment.why(namespace, standing));
            }
        }
        var watch = watch(kind, namespace);
        if (watch.isPresent() && !watch.get().isFilled()) {
            throw new Refused(Enrolment.why(namespace, new Standing(Standing.State.FILLING, false, false)));
        }
        return watch;
    }

    @SuppressWarnings("unchecked") // each kind has a watch of its own class
    private <T extends HasMetadata> Optional<Watch<T>> watch(Class<T> kind, String namespace) {
        if (!everywhere.contains(kind) && !inside.contains(kind)) {
            throw new IllegalStateException("No blueprint says that it uses " + kind.getSimpleName()
                    + ", so it is neither watched nor allowed");
        }
        var place = everywhere.contains(kind) ? EVERYWHERE : namespace;
        return Optional.ofNullable(
                (Watch<T>) places.getOrDefault(place, Map.of()).get(kind));
    }

    /**
     * Whether what is known can be believed: every cache was filled, and no watch has been away for long. That one is being made anew is
     * no fault, and neither is a namespace that we may not read.
     */
    public boolean healthy() {
        var now = nanos.getAsLong();
        return started
                && all(EVERYWHERE).allMatch(Watch::isFilled)
                && Stream.concat(
                                Stream.of(definitions, namespaces),
                                places.keySet().stream().flatMap(this::all))
                        .filter(watch -> !watch.isRefused())
                        .allMatch(watch -> watch.lost(now).compareTo(LONGEST_LOSS) < 0);
    }

    @Override
    public synchronized void close() {
        definitions.close();
        namespaces.close();
        places.keySet().stream().flatMap(this::all).forEach(Watch::close);
    }
}
