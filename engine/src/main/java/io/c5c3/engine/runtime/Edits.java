package io.c5c3.engine.runtime;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * What a person can change in a resource: its spec, annotations (which ask for a key rotation, for one), labels, finalizers, or that it is to
 * be deleted; never the status, which is ours. Kept as a digest of each, for every resource.
 *
 * @param generation grows with the spec
 */
record Edits(long generation, int annotations, int labels, int finalizers, boolean deleting, String uid) {

    static Edits of(HasMetadata object) {
        var metadata = object.getMetadata();
        return new Edits(
                Objects.requireNonNullElse(metadata.getGeneration(), 0L),
                Objects.hashCode(metadata.getAnnotations()),
                Objects.hashCode(metadata.getLabels()),
                Objects.hashCode(metadata.getFinalizers()),
                metadata.getDeletionTimestamp() != null,
                Objects.requireNonNullElse(metadata.getUid(), ""));
    }
}
