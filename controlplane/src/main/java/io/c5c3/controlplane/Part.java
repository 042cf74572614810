package io.c5c3.controlplane;

import io.c5c3.api.catalogue.Phase;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Locale;

/**
 * A resource of a plane and its place in the order of things.
 *
 * @param phase when it comes up
 * @param child the resource, which an operator turns into something that runs
 * @param operator who does
 * @param after the conditions that must hold before it is made
 */
record Part(Phase phase, HasMetadata child, String operator, List<String> after) {

    static Part of(Phase phase, HasMetadata child, List<String> after) {
        return new Part(phase, child, child.getKind().toLowerCase(Locale.ROOT), after);
    }

    String condition() {
        return child.getKind() + "Ready";
    }

    /** The condition that tells how a child of a kind stands. */
    static String ready(Class<? extends HasMetadata> kind) {
        return HasMetadata.getKind(kind) + "Ready";
    }
}
