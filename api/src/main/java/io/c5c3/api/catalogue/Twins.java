package io.c5c3.api.catalogue;

import io.c5c3.api.openstack.OVNNetwork;
import io.c5c3.api.openstack.OpenStackCinder;
import io.c5c3.api.openstack.OpenStackGlance;
import io.c5c3.api.openstack.OpenStackKeystone;
import io.c5c3.api.openstack.OpenStackMemcached;
import io.c5c3.api.openstack.OpenStackNeutron;
import io.c5c3.api.openstack.OpenStackNova;
import io.c5c3.api.openstack.OpenStackPlacement;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Kinds that two groups have: one for each way of asking for a cloud. The second is a class that extends the first and says nothing but
 * another group, so spec, status and blueprint are the same, and whoever can use the one can use the other.
 */
public final class Twins {

    /** The second ones, all of openstack.k8s.io. */
    public static final List<Class<? extends CustomResource<?, ?>>> ALL = List.of(
            OpenStackMemcached.class,
            OVNNetwork.class,
            OpenStackKeystone.class,
            OpenStackGlance.class,
            OpenStackPlacement.class,
            OpenStackNeutron.class,
            OpenStackCinder.class,
            OpenStackNova.class);

    private static final Map<Class<?>, Class<? extends CustomResource<?, ?>>> BY_FIRST =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Class::getSuperclass, Function.identity()));

    private Twins() {}

    /** The kind as each group has it, the first one first; itself alone if it has no twin. */
    @SuppressWarnings("unchecked") // a twin extends the kind that it is found by
    public static <T extends HasMetadata> List<Class<? extends T>> of(Class<T> kind) {
        var second = (Class<? extends T>) BY_FIRST.get(kind);
        return second == null ? List.of(kind) : List.of(kind, second);
    }

    /** The kind as the second group has it; itself if there is none. */
    public static <T extends HasMetadata> Class<? extends T> second(Class<T> kind) {
        return of(kind).getLast();
    }

    /** The kind that this one is the twin of; itself if it is none. */
    @SuppressWarnings("unchecked") // as above
    public static Class<? extends HasMetadata> first(Class<? extends HasMetadata> kind) {
        return ALL.contains(kind) ? (Class<? extends HasMetadata>) kind.getSuperclass() : kind;
    }

    /** These and their twins. */
    public static Set<Class<? extends HasMetadata>> with(Collection<Class<? extends HasMetadata>> kinds) {
        return kinds.stream()
                .<Class<? extends HasMetadata>>flatMap(kind -> of(kind).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
