package io.c5c3.services;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.common.Dependency;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.DependenciesStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;

/** What a service may wait for. */
public final class DependsOn {

    /** The kinds that {@code dependsOn} may name. */
    public static final Set<Class<? extends HasMetadata>> KINDS = Set.of(
            MariaDB.class,
            RabbitMQ.class,
            Memcached.class,
            CephStorage.class,
            OVNCluster.class,
            Keystone.class,
            Glance.class,
            Placement.class,
            Neutron.class,
            Nova.class,
            Cinder.class);

    private DependsOn() {}

    public static Step step(List<Dependency> wish) {
        return new DependenciesStep(wish, KINDS);
    }
}
