package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one look has seen so far. Watches go on while steps run; without this, a step that reads an object twice could see it with a
 * password and then without, and write down the second as if it were the first. What the look itself writes is read afresh.
 */
final class View {

    /** By class: two projects may have a kind of the same name. */
    private record Key(Class<? extends HasMetadata> kind, Object what) {}

    private final Map<Key, Object> seen = new HashMap<>();

    @SuppressWarnings("unchecked") // each key is only ever filled by the call that names its kind
    <T extends HasMetadata> Optional<T> one(Class<T> kind, String name, Supplier<Optional<T>> read) {
        return (Optional<T>) seen.computeIfAbsent(new Key(kind, name), key -> read.get());
    }

    @SuppressWarnings("unchecked") // as above
    <T extends HasMetadata> List<T> many(Class<T> kind, Map<String, String> labels, Supplier<List<T>> read) {
        return (List<T>) seen.computeIfAbsent(new Key(kind, labels), key -> read.get());
    }

    void forget(Class<? extends HasMetadata> kind) {
        seen.keySet().removeIf(key -> key.kind().equals(kind));
    }
}
