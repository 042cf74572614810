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
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole core cloud, with every operator at work on it. */
@Tag("memory")
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

    @Test
    void backupsHaveAPoolOfTheirOwnAsSoonAsTheyAreAskedFor() {
        var plane = new Plane(Plane.CORE);
        plane.simulation.settle();
        assertThat(pools(plane)).containsExactly("images", "volumes", "vms");
        plane.apply(Plane.core("cinder", "enabled: true, backup: {enabled: true, replicas: 2}"));
        plane.simulation.settle();
        assertThat(pools(plane)).containsExactly("images", "volumes", "vms", "backups");
        assertThat(plane.why(CephStorage.class, "ceph")).startsWith("True");
        assertThat(plane.why(Cinder.class, "cinder")).startsWith("True");
        var backup = plane.simulation.find(StatefulSet.class, "cinder-backup").orElseThrow();
        assertThat(backup.getSpec().getReplicas()).isEqualTo(2);
        assertThat(plane.ready()).isTrue();
    }

    @Test
    void backupsElsewhereNeedNoPool() {
        var plane = new Plane(Plane.core("cinder", "enabled: true, backup: {enabled: true, file: {size: 1Gi}}"));
        plane.simulation.settle();
        assertThat(pools(plane)).containsExactly("images", "volumes", "vms");
        assertThat(plane.simulation.find(PersistentVolumeClaim.class, "cinder-backups"))
                .isPresent();
        assertThat(plane.ready()).isTrue();
    }

    private static List<String> pools(Plane plane) {
        return plane.simulation.find(CephStorage.class, "ceph").orElseThrow().getSpec().pools().stream()
                .map(CephStorage.Pool::name)
                .toList();
    }
}
