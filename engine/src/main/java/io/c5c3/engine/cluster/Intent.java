package io.c5c3.engine.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.Digest;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An object as we want it. Its digest travels on the object as an annotation, so that a field we no longer want is noticed without
 * asking the API server; a field that somebody changed is noticed by comparing.
 */
record Intent<T extends HasMetadata>(T desired, String digest, JsonNode tree) {

    static final String DIGEST = "c5c3.io/applied";

    static <T extends HasMetadata> Intent<T> of(T desired) {
        var digest = Digest.of(told(desired));
        var annotations = new TreeMap<String, String>();
        if (desired.getMetadata().getAnnotations() != null) {
            annotations.putAll(desired.getMetadata().getAnnotations());
        }
        annotations.put(DIGEST, digest);
        desired.getMetadata().setAnnotations(annotations);
        return new Intent<>(desired, digest, Json.MAPPER.valueToTree(desired));
    }

    /**
     * What the digest is of. Of a Secret it knows what is in it, not what that says: a value that changed is noticed by comparing, and a
     * digest of it would let anybody who sees the annotation try out what it is.
     */
    private static Object told(HasMetadata desired) {
        return desired instanceof Secret secret
                ? new SecretBuilder(secret)
                        .withData(untold(secret.getData()))
                        .withStringData(untold(secret.getStringData()))
                        .build()
                : desired;
    }

    private static @Nullable Map<String, String> untold(@Nullable Map<String, String> values) {
        if (values == null) {
            return null;
        }
        var names = new TreeMap<>(values);
        names.replaceAll((name, value) -> "");
        return names;
    }

    boolean fulfilledBy(Optional<T> actual) {
        return actual.filter(object -> object.getMetadata().getDeletionTimestamp() == null)
                .filter(object -> object.getMetadata().getAnnotations() != null
                        && digest.equals(object.getMetadata().getAnnotations().get(DIGEST)))
                .filter(object -> Subset.of(tree, Json.MAPPER.valueToTree(object)))
                .isPresent();
    }
}
