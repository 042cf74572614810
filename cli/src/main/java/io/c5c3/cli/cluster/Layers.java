package io.c5c3.cli.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Files laid over each other: what a later one says of an object that an earlier one has is changed in it, field by field, and all else is
 * added. The rules are those of a JSON merge patch (RFC 7386), which people know from {@code kubectl patch --type=merge}: null takes a field
 * away, a list replaces a list.
 */
public final class Layers {
    private Layers() {}

    public static List<GenericKubernetesResource> read(List<Path> files) {
        var objects = new LinkedHashMap<List<String>, GenericKubernetesResource>();
        for (var file : files) {
            for (var document : Documents.read(file)) {
                objects.merge(key(document), document, Layers::over);
            }
        }
        return List.copyOf(objects.values());
    }

    private static List<String> key(GenericKubernetesResource object) {
        var metadata = object.getMetadata();
        return List.of(
                object.getApiVersion(),
                object.getKind(),
                metadata.getNamespace() == null ? "" : metadata.getNamespace(),
                metadata.getName());
    }

    private static GenericKubernetesResource over(GenericKubernetesResource below, GenericKubernetesResource above) {
        return Documents.SERIALIZATION.convertValue(
                merged(fields(below), fields(above)), GenericKubernetesResource.class);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> fields(GenericKubernetesResource object) {
        return Documents.SERIALIZATION.convertValue(object, Map.class);
    }

    private static @Nullable Object merged(@Nullable Object below, @Nullable Object above) {
        if (!(above instanceof Map<?, ?> changes)) {
            return above;
        }
        var result = new TreeMap<String, @Nullable Object>();
        if (below instanceof Map<?, ?> fields) {
            fields.forEach((name, value) -> result.put(String.valueOf(name), value));
        }
        changes.forEach((key, change) -> {
            var name = String.valueOf(key);
            if (change == null) {
                result.remove(name);
            } else {
                result.put(name, merged(result.get(name), change));
            }
        });
        return result;
    }
}
