package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.services.nova.Compute;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Lives of whole planes, and what all lives have in common. */
final class Lives {

    /** The only one. */
    static final String NODE = "node-1";

    private static final String SMALL = "{deletionPolicy: %s}";
    private static final String SMALL_CHANGED =
            "{deletionPolicy: %s, global: {tls: {enabled: true}}, services: {keystone: {replicas: 2}}}";
    private static final String OPENSTACK =
            "{deletionPolicy: %s, glance: {enabled: false}, neutron: {enabled: false}, nova: {enabled: false}}";
    private static final String OPENSTACK_CHANGED =
            "{deletionPolicy: %s, tls: {enabled: true}, keystone: {replicas: 2}, placement: {enabled: false}, glance: {enabled: false},"
                    + " neutron: {enabled: false}, nova: {enabled: false}}";
    private static final String LARGE =
            "{deletionPolicy: %s, infrastructure: {rabbitmq: {}, ceph: {provider: BuiltIn}, valkey: {provider: BuiltIn}}, services: {glance: {enabled: true}, placement: {enabled: true}, neutron: {enabled: true},"
                    + " cinder: {enabled: true}, nova: {enabled: true}}, cortex: {enabled: true}, tempest: {enabled: true, schedule: '0 2 * * *'}}";
    private static final String LARGE_CHANGED =
            "{deletionPolicy: %s, global: {tls: {enabled: true}}, infrastructure: {rabbitmq: {}, ceph: {provider: BuiltIn}}, services: {keystone: {replicas: 2}, placement: {enabled: true, replicas: 2}, neutron: {enabled: true},"
                    + " cinder: {enabled: false}, nova: {enabled: true}}, cortex: {enabled: false}}";

    private Lives() {}

    static Life small(DeletionPolicy policy) {
        return ofPlane(
                "small plane, " + policy,
                ControlPlane.class,
                plane -> plane.apply(SMALL.formatted(policy)),
                plane -> plane.apply(SMALL_CHANGED.formatted(policy)),
                policy);
    }

    static Life large(DeletionPolicy policy) {
        return ofPlane(
                "large plane, " + policy,
                ControlPlane.class,
                plane -> plane.apply(LARGE.formatted(policy)),
                plane -> plane.apply(LARGE_CHANGED.formatted(policy)),
                policy);
    }

    static Life openStack(DeletionPolicy policy) {
        return ofPlane(
                "OpenStack plane, " + policy,
                OpenStackControlPlane.class,
                plane -> plane.applyOpenStack(OPENSTACK.formatted(policy)),
                plane -> plane.applyOpenStack(OPENSTACK_CHANGED.formatted(policy)),
                policy);
    }

    private static Life ofPlane(
            String name,
            Class<? extends HasMetadata> kind,
            Consumer<Plane> write,
            Consumer<Plane> change,
            DeletionPolicy policy) {
        return new Life(
                name,
                Set.of(HasMetadata.getKind(kind)),
                () -> {
                    var plane = new Plane();
                    hypervisor(plane);
                    return plane;
                },
                false,
                List.of(
                        new Life.Phase("bring-up", write, (before, plane) -> allReady(plane)),
                        new Life.Phase(
                                "change",
                                plane -> {
                                    change.accept(plane);
                                    changePassword(plane, "keystone-db-credentials");
                                    changePassword(plane, "mariadb-root");
                                },
                                (before, plane) -> allReady(plane)),
                        new Life.Phase(
                                "deletion",
                                plane -> plane.simulation.cluster().take(Ref.of(kind, Simulation.NAMESPACE, "plane")),
                                (before, plane) -> {
                                    var left = Picture.of(plane);
                                    if (policy == DeletionPolicy.Delete) {
                                        assertThat(left.objects()).containsExactly("/Node/" + NODE);
                                    } else {
                                        assertThat(left.values())
                                                .containsAllEntriesOf(
                                                        before.data().values());
                                    }
                                })));
    }

    /** Works until nothing changes, with agents that report for as long as they have a pod. */
    static void settle(Plane plane) {
        plane.simulation.settle();
        if (runs(plane, "ovn-controller-")) {
            plane.simulation
                    .cluster()
                    .list(OVNChassis.class, Simulation.NAMESPACE, Map.of())
                    .forEach(chassis -> plane.ovsdb.register(chassis.getSpec().systemId(), NODE));
        }
        plane.compute.report(Compute.AGENT, NODE, runs(plane, "-compute-"));
        plane.simulation.settle();
    }

    private static boolean runs(Plane plane, String agent) {
        return plane.simulation.cluster().list(Pod.class, Simulation.NAMESPACE, Map.of()).stream()
                .anyMatch(pod -> pod.getMetadata().getName().contains(agent + NODE));
    }

    static void hypervisor(Plane plane) {
        plane.simulation.scheduleDaemons();
        plane.simulation
                .cluster()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName(NODE)
                        .addToLabels(NovaCompute.HYPERVISOR, "")
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress("10.0.0.1", "InternalIP")
                        .endStatus()
                        .build());
    }

    static void changePassword(Plane plane, String secret) {
        if (!secret.isEmpty()) {
            plane.simulation.cluster().edit(Secret.class, Simulation.NAMESPACE, secret, found -> {
                var data = new TreeMap<>(found.getData());
                data.put("password", SecretText.encoded("what a person has thought of"));
                found.setData(data);
            });
        }
    }

    static void allReady(Plane plane) {
        Catalogue.all()
                .forEach(blueprint -> plane.simulation
                        .cluster()
                        .list(blueprint.kind(), "", Map.of())
                        .forEach(resource -> assertThat(Conditions.ready(resource))
                                .as("%s %s", Ref.of(resource), Conditions.of(resource))
                                .isTrue()));
    }
}
