package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What services stand on goes away, while the plane comes up and afterwards. It is named, also by those who stand on it; nothing that runs
 * is taken down, nothing that was generated is made again; and when it is back, everything is ready again.
 */
@Tag("memory")
class OutageMemoryTest {

    private enum Outage {
        DATABASE(MariaDB.class, "mariadb", "mariadb", Map.of(Glance.class, "glance", Placement.class, "placement")) {
            @Override
            void away(Plane plane, boolean now) {
                plane.sql.away(now);
            }
        },
        QUEUE(RabbitMQ.class, "rabbitmq", "rabbitmq", Map.of(Cinder.class, "cinder", Nova.class, "nova")) {
            @Override
            void away(Plane plane, boolean now) {
                plane.broker.away(now);
            }
        },
        IDENTITY(Keystone.class, "keystone", "keystone-api", Map.of(Glance.class, "glance", Nova.class, "nova")) {
            @Override
            void away(Plane plane, boolean now) {
                plane.identity.away(now);
            }

            /** Their own parts are well: it is the plane that says who cannot log in. */
            @Override
            boolean isToldByDependents() {
                return false;
            }
        },
        NETWORK(OVNCluster.class, "ovn", "ovn-nb", Map.of(Neutron.class, "neutron")) {
            @Override
            void away(Plane plane, boolean now) {
                plane.ovsdb.away(now);
            }
        };

        private final Class<? extends HasMetadata> kind;
        private final String name;
        private final String workload;
        private final Map<Class<? extends HasMetadata>, String> dependents;

        Outage(
                Class<? extends HasMetadata> kind,
                String name,
                String workload,
                Map<Class<? extends HasMetadata>, String> dependents) {
            this.kind = kind;
            this.name = name;
            this.workload = workload;
            this.dependents = dependents;
        }

        /** Whether those who connect to it get no answer. */
        abstract void away(Plane plane, boolean now);

        /** Whether those that are there already say that they cannot work without it. */
        boolean isToldByDependents() {
            return true;
        }

        void begin(Plane plane) {
            plane.simulation.hold(workload);
            away(plane, true);
        }

        void end(Plane plane) {
            plane.simulation.mend(workload);
            away(plane, false);
        }
    }

    @ParameterizedTest
    @EnumSource(Outage.class)
    void whileThePlaneComesUp(Outage outage) {
        var plane = new Plane(Plane.CORE);
        outage.begin(plane);
        plane.simulation.settle();
        assertThat(plane.why(outage.kind, outage.name)).startsWith("False");
        assertThat(plane.plane().getStatus().blockedBy().name()).isEqualTo(outage.workload);
        outage.dependents.forEach((kind, name) -> assertThat(plane.simulation.find(Deployment.class, name + "-api"))
                .isEmpty());
        var generated = generated(plane);
        outage.end(plane);
        settle(plane);
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(generated(plane)).containsAllEntriesOf(generated);
    }

    @ParameterizedTest
    @EnumSource(Outage.class)
    void afterwards(Outage outage) {
        var plane = new Plane(Plane.CORE);
        plane.simulation.settle();
        var generated = generated(plane);
        var pods = pods(plane);
        outage.begin(plane);
        settle(plane);
        assertThat(plane.why(outage.kind, outage.name)).startsWith("False");
        assertThat(plane.ready()).isFalse();
        assertThat(plane.plane().getStatus().blockedBy().name()).isEqualTo(outage.workload);
        if (outage.isToldByDependents()) {
            outage.dependents.forEach((kind, name) ->
                    assertThat(plane.why(kind, name)).startsWith("False").contains(outage.workload));
        }
        assertThat(pods(plane)).as("what runs goes on").isEqualTo(pods);
        outage.end(plane);
        settle(plane);
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(generated(plane)).isEqualTo(generated);
        assertThat(pods(plane)).as("nothing was restarted").isEqualTo(pods);
    }

    @Test
    void whoWaitsForSomebodyWhoWaitsNamesTheDeepestCause() {
        var plane = new Plane("{services: {placement: {enabled: true}}}");
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        Outage.DATABASE.begin(plane);
        settle(plane);
        var placement = plane.simulation.find(Placement.class, "placement").orElseThrow();
        assertThat(plane.why(Placement.class, "placement")).contains("MariaDB/mariadb is not ready");
        assertThat(placement.getStatus().blockedBy().kind()).isEqualTo("StatefulSet");
        assertThat(placement.getStatus().blockedBy().name()).isEqualTo("mariadb");
    }

    /** What was found to be well is believed for a while; that while passes. */
    private static void settle(Plane plane) {
        plane.simulation.settle();
        plane.simulation.clock().advance(Duration.ofMinutes(10));
        plane.simulation.settle();
    }

    /** Every Secret and every volume. */
    private static Map<String, Object> generated(Plane plane) {
        var values = new TreeMap<String, Object>();
        plane.simulation
                .cluster()
                .list(Secret.class, Simulation.NAMESPACE, Map.of())
                .forEach(secret -> values.put(secret.getMetadata().getName(), secret.getData()));
        plane.simulation
                .cluster()
                .list(PersistentVolumeClaim.class, Simulation.NAMESPACE, Map.of())
                .forEach(claim -> values.put(
                        claim.getMetadata().getName(), claim.getMetadata().getUid()));
        return values;
    }

    private static Map<String, Object> pods(Plane plane) {
        var templates = new TreeMap<String, Object>();
        plane.simulation
                .cluster()
                .list(Deployment.class, Simulation.NAMESPACE, Map.of())
                .forEach(deployment -> templates.put(
                        deployment.getMetadata().getName(), deployment.getSpec().getTemplate()));
        return templates;
    }
}
