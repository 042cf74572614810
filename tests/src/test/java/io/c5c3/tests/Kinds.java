package io.c5c3.tests;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.controlplane.Plane;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Blueprint;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.stream.Stream;

/** Which kinds a test is about. */
public final class Kinds {

    private Kinds() {}

    /**
     * Each kind once: not that of another group whose spec and blueprint are another's, and whose objects would have the same names. That
     * both become the same is shown wherever there is a golden plan.
     */
    public static Stream<Blueprint<?>> once() {
        return Catalogue.all().stream().filter(blueprint -> !Twins.ALL.contains(blueprint.kind()));
    }

    /** The kinds in which a person asks for a whole cloud. */
    public static boolean isPlane(Class<? extends HasMetadata> kind) {
        return Plane.class.isAssignableFrom(kind);
    }
}
