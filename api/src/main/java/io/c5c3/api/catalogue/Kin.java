package io.c5c3.api.catalogue;

import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kinds of several groups that are one thing, with one spec and one status. Whoever looks for a neighbour means any of them.
 *
 * @param cobaltCore what a ControlPlane makes
 * @param openStack what an OpenStackControlPlane makes; often the same
 */
public record Kin<R extends CustomResource<?, ?>>(Class<R> cobaltCore, Class<? extends R> openStack) {

    static <R extends CustomResource<?, ?>> Kin<R> of(Class<R> only) {
        return new Kin<>(only, only);
    }

    public Class<? extends R> of(Face face) {
        return switch (face) {
            case CobaltCore -> cobaltCore;
            case OpenStack -> openStack;
        };
    }

    public List<Class<? extends R>> kinds() {
        return Stream.<Class<? extends R>>of(cobaltCore, openStack).distinct().toList();
    }
}
