package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.api.placement.Placement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The whole core cloud, with every operator at work on it. */
class CoreMemoryTest {

    @Test
    void everythingBecomesReady() {
        var plane = new Plane(Plane.CORE);
        plane.simulation.settle();
        assertThat(plane.why(OVNCluster.class, "ovn")).startsWith("True");
        assertThat(plane.why(CephStorage.class, "ceph")).startsWith("True");
        assertThat(plane.why(RabbitMQ.class, "rabbitmq")).startsWith("True");
        assertThat(plane.why(Glance.class, "glance")).startsWith("True");
        assertThat(plane.why(Placement.class, "placement")).startsWith("True");
        assertThat(plane.why(Neutron.class, "neutron")).startsWith("True");
        assertThat(plane.why(Cinder.class, "cinder")).startsWith("True");
        assertThat(plane.why(Nova.class, "nova")).startsWith("True");
        assertThat(plane.why(NovaCompute.class, "hypervisors")).startsWith("True");
        assertThat(plane.ready()).as(String.valueOf(plane.plane().getStatus())).isTrue();
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Ready");
    }

    @Test
    void atTheFixedPointNothingIsWritten() {
        var plane = new Plane(Plane.CORE);
        plane.simulation.settle();
        var writes = plane.simulation.cluster().writes().size();
        plane.simulation.lookAtEverything();
        plane.simulation.clock().advance(Duration.ofMinutes(5));
        plane.simulation.lookAtEverything();
        var later = plane.simulation.cluster().writes();
        assertThat(later.subList(writes, later.size())).isEmpty();
    }
}
