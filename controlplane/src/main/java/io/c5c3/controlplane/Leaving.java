package io.c5c3.controlplane;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A child that the plane made and no longer asks for.
 *
 * @param nova one that stays and may still ask this child, if there is one
 */
record Leaving(Class<? extends HasMetadata> kind, String name, Optional<String> nova) {

    /** Each before those it stands on. */
    static final List<Class<? extends HasMetadata>> ORDER = List.of(
            Tempest.class,
            Cortex.class,
            NovaCompute.class,
            Nova.class,
            Cinder.class,
            Neutron.class,
            Placement.class,
            Glance.class,
            Keystone.class,
            OVNCluster.class,
            CephStorage.class,
            RabbitMQ.class,
            Valkey.class,
            Memcached.class,
            MariaDB.class);

    /** Those there are, in the order in which they go. */
    static List<Leaving> of(ControlPlane plane, List<Part> staying, Facts facts) {
        var asked = staying.stream().map(part -> Ref.of(part.child())).collect(Collectors.toUnmodifiableSet());
        return ORDER.stream()
                .filter(facts::serves)
                .flatMap(kind -> made(kind, plane, facts))
                .filter(child -> !asked.contains(Ref.of(child)))
                .map(child -> new Leaving(
                        child.getClass(),
                        child.getMetadata().getName(),
                        child instanceof Cortex ? nova(staying) : Optional.empty()))
                .toList();
    }

    private static Optional<String> nova(List<Part> staying) {
        return staying.stream()
                .map(Part::child)
                .filter(Nova.class::isInstance)
                .map(child -> child.getMetadata().getName())
                .findFirst();
    }

    private static Stream<? extends HasMetadata> made(
            Class<? extends HasMetadata> kind, ControlPlane plane, Facts facts) {
        return facts.all(kind).stream().filter(Owner.of(plane)::owns);
    }

    /** Why it has to stay for now, if so: without an answer, every new server would wait until Nova gives up on it. */
    Optional<Outcome> needed(Facts facts) {
        return nova.flatMap(user -> facts.find(Nova.class, user))
                .filter(user -> asks(user) || !settled(user))
                .map(user -> Outcome.waiting(
                                "StillNeeded",
                                kind.getSimpleName() + "/" + name + " is no longer asked for and stays until "
                                        + Ref.of(user) + " has stopped asking it.")
                        .on(Ref.of(user)));
    }

    private boolean asks(Nova nova) {
        var asked = nova.getSpec().scheduler().externalScheduler();
        return asked.enabled() && String.valueOf(asked.endpoint()).startsWith("http://" + name + ".");
    }

    /** Whether all schedulers run with what the resource says now. */
    private static boolean settled(Nova nova) {
        return Conditions.of(nova, "SchedulerReady")
                .filter(condition -> "True".equals(condition.getStatus()))
                .filter(condition -> Objects.equals(
                        condition.getObservedGeneration(), nova.getMetadata().getGeneration()))
                .isPresent();
    }
}
