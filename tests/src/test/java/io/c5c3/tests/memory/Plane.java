package io.c5c3.tests.memory;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.app.Catalogue;
import io.c5c3.app.Connections;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.identity.Identity;
import io.c5c3.infrastructure.identity.MemoryIdentity;
import io.c5c3.infrastructure.ovn.MemoryOvsdb;
import io.c5c3.infrastructure.ovn.Ovsdb;
import io.c5c3.infrastructure.rabbitmq.Broker;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.c5c3.services.neutron.MemoryNetworks;
import io.c5c3.services.neutron.Networks;
import io.c5c3.services.nova.Compute;
import io.c5c3.services.nova.MemoryCompute;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;

/** A plane in memory, with every operator at work on it. */
final class Plane {

    /** A plane with every service of the core cloud. */
    static final String CORE = """
        {infrastructure: {rabbitmq: {}, ceph: {provider: BuiltIn}},
         services: {keystone: {enabled: true}, glance: {enabled: true}, placement: {enabled: true},
                    neutron: {enabled: true}, cinder: {enabled: true}, nova: {enabled: true}}}\
        """;

    /** The same, with other fields for one of them. */
    static String core(String service, String fields) {
        return CORE.replace(service + ": {enabled: true}", service + ": {" + fields + "}");
    }

    final MemorySql sql = new MemorySql();
    final MemoryBroker broker = new MemoryBroker();
    final MemoryIdentity identity = new MemoryIdentity();
    final MemoryCompute compute = new MemoryCompute();
    final MemoryNetworks networks = new MemoryNetworks();
    final MemoryOvsdb ovsdb = new MemoryOvsdb(this::now);
    final Ports ports = Connections.memory()
            .with(Sql.class, sql)
            .with(Broker.class, broker)
            .with(Identity.class, identity)
            .with(Compute.class, compute)
            .with(Networks.class, networks)
            .with(Ovsdb.class, ovsdb);
    final Simulation simulation = new Simulation(Catalogue.all(), ports);

    private Instant now() {
        return simulation.clock().instant();
    }

    Plane() {}

    Plane(String spec) {
        apply(spec);
    }

    Plane apply(String spec) {
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: c5c3.io/v1alpha1
            kind: ControlPlane
            metadata: {name: plane, namespace: openstack}
            spec: %s
            """.formatted(spec), ControlPlane.class));
        return this;
    }

    /** The same cloud, asked for the other way. */
    Plane applyOpenStack(String spec) {
        simulation.add(Json.KUBERNETES.unmarshal("""
            apiVersion: openstack.k8s.io/v1alpha1
            kind: OpenStackControlPlane
            metadata: {name: plane, namespace: openstack}
            spec: %s
            """.formatted(spec), OpenStackControlPlane.class));
        return this;
    }

    ControlPlane plane() {
        return simulation.find(ControlPlane.class, "plane").orElseThrow();
    }

    String why(Class<? extends HasMetadata> kind, String name) {
        return simulation
                .find(kind, name)
                .flatMap(object -> Conditions.of(object, Conditions.READY))
                .map(condition -> condition.getStatus() + " " + condition.getMessage())
                .orElse("absent");
    }

    boolean ready() {
        return Conditions.ready(plane());
    }
}
