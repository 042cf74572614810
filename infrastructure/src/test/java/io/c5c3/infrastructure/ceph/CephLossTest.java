package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Ports;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster of our own that has lost its maps, or a disk, and a person who does without. */
class CephLossTest {

    private static final String MONITOR = "data-ceph-mon-0";
    private static final String DISK = "data-ceph-osd-0";
    private final MemoryCeph cluster = new MemoryCeph();
    private final Simulation simulation =
            new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, cluster));

    @BeforeEach
    void aClusterWithData() {
        simulation.cluster().without(CephBlockPool.class);
        simulation.cluster().without(CephClient.class);
        simulation.add(CephSimulationTest.storage(1, null));
        simulation.settle();
        assertReady();
    }

    @Test
    void withoutTheMapsTheDisksBeginAnewTogetherWithTheMonitor() {
        var disk = claim(DISK);
        simulation.lose(MONITOR);
        simulation.settle();
        assertThat(claim(DISK)).as("nobody has given it up").isEqualTo(disk);
        startEmpty("MonitorReady", "so do they");
        assertReady();
        assertThat(claim(DISK)).isNotEqualTo(disk);
        assertThat(cluster.pools()).containsOnlyKeys("images", "volumes", "vms");
        assertThat(cluster.changes()).as("there are no groups to look for").doesNotContain("empty groups");
    }

    @Test
    void groupsThatNobodyHasBeginAnewTogetherWithTheDisk() {
        var monitor = claim(MONITOR);
        simulation.lose(DISK);
        simulation.settle();
        startEmpty("OSDsReady", "restore its volume from a backup and delete its pod");
        assertReady();
        assertThat(cluster.changes()).contains("empty groups");
        assertThat(claim(MONITOR)).isEqualTo(monitor);
        simulation.clock().advance(Duration.ofMinutes(4));
        simulation.settle();
        assertThat(simulation
                        .find(ConfigMap.class, "ceph-cephstorage-founded")
                        .orElseThrow()
                        .getData())
                .as("what was given up is given up once")
                .doesNotContainKey("ceph-osd-given-up");
    }

    /** Nobody has said that anything may go. */
    @Test
    void groupsThatAreOnlyAwayAreLeftAlone() {
        cluster.say("HEALTH_WARN", "stale+active+clean");
        simulation.clock().advance(Duration.ofMinutes(10));
        simulation.settle();
        assertThat(condition("HealthReady").getReason()).isEqualTo("WaitingForPlacementGroups");
        assertThat(cluster.changes()).doesNotContain("empty groups");
    }

    private void startEmpty(String where, String words) {
        assertThat(condition(where).getReason()).isEqualTo(Founding.DATA_LOST);
        var message = condition(where).getMessage();
        assertThat(message).contains(words);
        simulation
                .cluster()
                .edit(
                        CephStorage.class,
                        "openstack",
                        "ceph",
                        storage -> storage.getMetadata()
                                .setAnnotations(
                                        Map.of(Founding.START_EMPTY, message.substring(message.lastIndexOf('=') + 1))));
        simulation.settle();
    }

    private String claim(String name) {
        return simulation
                .find(PersistentVolumeClaim.class, name)
                .orElseThrow()
                .getMetadata()
                .getUid();
    }

    private void assertReady() {
        assertThat(condition("Ready").getStatus()).as("%s", condition("Ready")).isEqualTo("True");
    }

    private io.fabric8.kubernetes.api.model.Condition condition(String type) {
        return Conditions.of(simulation.find(CephStorage.class, "ceph").orElseThrow(), type)
                .orElseThrow();
    }
}
