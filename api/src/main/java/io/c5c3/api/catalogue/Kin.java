package io.c5c3.api.catalogue;

import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kinds of several groups that are one thing with one spec and one status. Whoever looks for a neighbour means any of them.
 *
 * @param cobaltCore what a ControlPlane makes
 * @param openStack what an OpenStackControlPlane makes; often the same
 */
public record Kin<S, T>(
        Class<? extends CustomResource<S, T>> cobaltCore, Class<? extends CustomResource<S, T>> openStack) {

    static <S, T> Kin<S, T> of(Class<? extends CustomResource<S, T>> only) {
        return new Kin<>(only, only);
    }

    public Class<? extends CustomResource<S, T>> of(Face face) {
        return switch (face) {
            case CobaltCore -> cobaltCore;
            case OpenStack -> openStack;
        };
    }

    /** The record that a person fills in. */
    @SuppressWarnings("unchecked")
    public Class<S> spec() {
        var parent = (ParameterizedType) cobaltCore.getGenericSuperclass();
        return (Class<S>) parent.getActualTypeArguments()[0];
    }

    public List<Class<? extends CustomResource<S, T>>> kinds() {
        return Stream.<Class<? extends CustomResource<S, T>>>of(cobaltCore, openStack)
                .distinct()
                .toList();
    }
}
