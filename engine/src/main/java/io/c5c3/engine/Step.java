package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;

/**
 * One piece of a plan, which says behind which condition it stands. Steps are values: they hold what is to be done, and are given what to
 * do it with; how it went, and what the status is to say of it, they return. A step must be safe to run again after a crash at any write,
 * and must write nothing when there is nothing to do.
 */
public interface Step {

    Outcome run(Work work) throws Exception;

    /** The objects this step applies as they are; golden files show them. */
    default List<HasMetadata> objects() {
        return List.of();
    }

    /** Every object this step may keep; what no step intends is pruned. */
    default Collection<Ref> intends(String namespace) {
        return objects().stream()
                .map(object -> Ref.of(
                        object.getClass().asSubclass(HasMetadata.class),
                        namespace,
                        object.getMetadata().getName()))
                .toList();
    }

    /**
     * Whether the resource is one that anything is done for. Where a step says no, those after it have never run, and there is nothing of
     * theirs to take down.
     */
    default boolean admits(Work work) {
        return true;
    }

    /**
     * Called in reverse order when the resource is deleted. Objects that belong to the resource are left to the garbage collector; this
     * is for what it cannot see (a database) or must not do in any order (children).
     */
    default Outcome teardown(Work work) throws Exception {
        return Outcome.skipped("Nothing to take down.");
    }
}
