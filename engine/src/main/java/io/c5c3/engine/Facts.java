package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** What a blueprint may know besides the resource itself: its namespace, and what belongs to no namespace (Nodes). */
public interface Facts {

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String name);

    /** An object of another namespace, which a person has named together with its namespace. */
    <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name);

    <T extends HasMetadata> List<T> all(Class<T> kind);

    /** Whether the API server serves this kind, which for the kinds of other projects means that their operator is installed. */
    boolean serves(Class<? extends HasMetadata> kind);
}
