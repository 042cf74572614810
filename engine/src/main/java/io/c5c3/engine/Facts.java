package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** What a blueprint may know of the resource's namespace besides the resource itself. */
public interface Facts {

    <T extends HasMetadata> Optional<T> find(Class<T> kind, String name);

    <T extends HasMetadata> List<T> all(Class<T> kind);

    /** Whether the API server serves this kind, which for the kinds of other projects means that their operator is installed. */
    boolean serves(Class<? extends HasMetadata> kind);
}
