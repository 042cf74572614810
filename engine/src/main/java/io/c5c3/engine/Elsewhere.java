package io.c5c3.engine;

import io.c5c3.api.catalogue.Twins;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * An object of another namespace that a resource refers to, and what belongs to it there: reached only if a ReferenceGrant in that
 * namespace allows it. It is always open to where the resource is itself.
 */
public interface Elsewhere {

    Ref target();

    /** What is missing, with the grant to write; empty if the way is open. */
    Optional<Outcome> closed();

    /** Whether the grant names the object itself, and so allows to use one that somebody else made, and not just its kind. */
    boolean isNamed();

    /** The object, or one that belongs to it. Nothing is looked at while the way is closed. */
    <T extends HasMetadata> Optional<T> find(Class<T> kind, String name);

    /** {@link #find} for the object itself, also where it is the twin of what is looked for. */
    default <T extends HasMetadata> Optional<T> find(Class<T> kind) {
        Class<? extends T> there = Twins.of(kind).stream()
                .filter(each -> HasMetadata.getApiVersion(each).equals(target().apiVersion()))
                .findFirst()
                .orElse(kind);
        return find(there, target().name()).map(kind::cast);
    }
}
