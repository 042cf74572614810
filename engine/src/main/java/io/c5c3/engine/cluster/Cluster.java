package io.c5c3.engine.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster as steps see it. Reads come from watch caches and show the caller's own writes; writes go to the API server, and only when
 * they would change something.
 */
public interface Cluster {

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name);

    /** The objects of a namespace that carry all these labels; with "" for it, those of all namespaces that are seen. */
    <T extends HasMetadata> List<T> list(Class<T> kind, String namespace, Map<String, String> labels);

    /** The same, without being told when one of them changes. */
    default <T extends HasMetadata> List<T> listUnwatched(Class<T> kind, String namespace, Map<String, String> labels) {
        return list(kind, namespace, labels);
    }

    boolean serves(Class<? extends HasMetadata> kind);

    /** Whether anything may be done in a namespace. Without that, reading there is refused. */
    Standing standing(String namespace);

    /**
     * Server-side apply of the whole intent; fields of others are left alone, fields of ours that are no longer here go. What is there
     * under that name must be the asker's, who is named on {@code desired} as its owner; this is looked up at the API server before an
     * object is made that no watch shows. So must be the claims that its controller would take up for it.
     *
     * @throws io.c5c3.engine.NameTaken if it is not; nothing was written
     */
    <T extends HasMetadata> T apply(T desired);

    /**
     * Creates the object unless one of that name is there, and returns the one that is there. For values that are made once: whoever
     * comes second gets what the first one made.
     *
     * @throws io.c5c3.engine.NameTaken if what is there belongs to another owner
     */
    <T extends HasMetadata> T createOnce(T object);

    /** Replaces the object if it is still at the resource version that {@code changed} carries; a conflict otherwise. */
    <T extends HasMetadata> T replace(T changed);

    /**
     * Deletes this very object if it is still there, dependents first when {@code foreground}. One that has its name by now and another
     * UID stays.
     */
    void delete(HasMetadata seen, boolean foreground);

    /** Writes the whole status of a resource. */
    void writeStatus(HasMetadata resource, Map<String, ?> status);

    /** Records an Event about the resource. */
    void record(HasMetadata about, boolean warning, String reason, String message);
}
