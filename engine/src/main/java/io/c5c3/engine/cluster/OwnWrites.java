package io.c5c3.engine.cluster;

import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this process wrote and its watches have not shown yet. A look that follows a write must see it: otherwise it would write again, or
 * worse, believe that what it made is missing.
 */
public final class OwnWrites {

    private final Map<Ref, HasMetadata> written = new ConcurrentHashMap<>();

    <T extends HasMetadata> T remember(T object) {
        written.put(Ref.of(object), object);
        return object;
    }

    void forget(Ref ref) {
        written.remove(ref);
    }

    /** The newer of what the watch shows and what we wrote. */
    <T extends HasMetadata> Optional<T> newest(Ref ref, Optional<T> watched, Class<T> kind) {
        var own = written.get(ref);
        if (own == null || !kind.isInstance(own)) {
            return watched;
        }
        if (watched.isPresent() && version(watched.get()) >= version(own)) {
            written.remove(ref, own);
            return watched;
        }
        return Optional.of(kind.cast(own));
    }

    <T extends HasMetadata> List<T> newest(Class<T> kind, String namespace, Collection<T> watched) {
        var result = new ArrayList<T>();
        for (var object : watched) {
            newest(Ref.of(object), Optional.of(object), kind).ifPresent(result::add);
        }
        for (var own : written.values()) {
            var missing = kind.isInstance(own)
                    && Objects.equals(own.getMetadata().getNamespace(), namespace)
                    && result.stream().noneMatch(object -> Ref.of(object).equals(Ref.of(own)));
            if (missing) {
                result.add(kind.cast(own));
            }
        }
        return result;
    }

    /** The watch showed a newer state, or that the object is gone. */
    public void seen(Ref ref, Optional<? extends HasMetadata> state) {
        written.computeIfPresent(
                ref, (key, own) -> state.isEmpty() || version(state.get()) >= version(own) ? null : own);
    }

    private static long version(HasMetadata object) {
        var version = object.getMetadata().getResourceVersion();
        return version == null ? 0 : Long.parseLong(version);
    }
}
