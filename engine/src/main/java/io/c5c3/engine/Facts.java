package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** What a blueprint may know besides the resource itself: its namespace, and what belongs to no namespace (Nodes). */
public interface Facts {

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String name);

    /** An object that a person has named together with its namespace. There is no other way to one of another namespace. */
    Elsewhere elsewhere(Ref target);

    /** The address of a Service of ours, also in another namespace: no more than any pod learns by asking for its name. */
    Optional<String> address(String namespace, String service);

    <T extends HasMetadata> List<T> all(Class<T> kind);

    /** Whether the API server serves this kind, which for the kinds of other projects means that their operator is installed. */
    boolean serves(Class<? extends HasMetadata> kind);
}
