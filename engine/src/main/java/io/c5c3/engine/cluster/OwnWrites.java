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
import org.jspecify.annotations.Nullable;

/**
 * What this process wrote and its watches have not shown yet. A look that follows a write must see it: otherwise it would write again, or
 * worse, believe that what it made is missing. Once the watch has come as far as the write, the watch alone counts: an object that it does
 * not show by then was deleted in the meantime.
 */
public final class OwnWrites {

    private final Map<Ref, HasMetadata> written = new ConcurrentHashMap<>();

    /** This is what we have just written. */
    public <T extends HasMetadata> T remember(T object) {
        written.merge(Ref.of(object), object, (old, mine) -> version(old) > version(mine) ? old : mine);
        return object;
    }

    void forget(Ref ref) {
        written.remove(ref);
    }

    /**
     * The newer of what the watch shows and what we wrote.
     *
     * @param progress the version up to which the watch is complete, asked for before {@code watched} was
     */
    <T extends HasMetadata> Optional<T> newest(Ref ref, long progress, Optional<T> watched, Class<T> kind) {
        var own = written.get(ref);
        if (own == null || !kind.equals(own.getClass())) {
            return watched;
        }
        if (shown(own, progress, watched)) {
            written.remove(ref, own);
            return watched;
        }
        return Optional.of(kind.cast(own));
    }

    private static boolean shown(HasMetadata own, long progress, Optional<? extends HasMetadata> watched) {
        return version(own) <= progress
                || watched.filter(state -> version(state) >= version(own)).isPresent();
    }

    <T extends HasMetadata> List<T> newest(Class<T> kind, String namespace, long progress, Collection<T> watched) {
        var result = new ArrayList<T>();
        for (var object : watched) {
            newest(Ref.of(object), progress, Optional.of(object), kind).ifPresent(result::add);
        }
        for (var own : written.values()) {
            // Of this kind, and not of its twin of another group, which extends it.
            var here = kind.equals(own.getClass())
                    && (namespace.isEmpty() || Objects.equals(own.getMetadata().getNamespace(), namespace));
            if (here && result.stream().noneMatch(object -> Ref.of(object).equals(Ref.of(own)))) {
                newest(Ref.of(own), progress, Optional.empty(), kind).ifPresent(result::add);
            }
        }
        return result;
    }

    /** The watch showed this state. (That one is gone says nothing: we may have made it again since.) */
    public void seen(Ref ref, HasMetadata state) {
        written.computeIfPresent(ref, (key, own) -> version(state) >= version(own) ? null : own);
    }

    int size() {
        return written.size();
    }

    static long version(HasMetadata object) {
        return version(object.getMetadata().getResourceVersion());
    }

    /** Versions of one kind are numbers that grow: they are the revisions of etcd. */
    static long version(@Nullable String text) {
        return text == null || text.isEmpty() ? 0 : Long.parseLong(text);
    }
}
