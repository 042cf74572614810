package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster of our own with three monitors, two managers and three disks: one of each may be lost. */
class CephSeveralTest {

    private static final String NAME = "ceph";
    private final MemoryCeph cluster = new MemoryCeph();
    private final Simulation simulation =
            new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, cluster));

    @BeforeEach
    void withoutRook() {
        simulation.cluster().without(CephBlockPool.class);
        simulation.cluster().without(CephClient.class);
    }

    @Test
    void threeBecomeReadyAndThenRest() {
        simulation.add(CephSimulationTest.storage(3, 3, null));
        simulation.settle();
        assertReady();
        assertThat(replicas("ceph-mon")).isEqualTo(3);
        assertThat(replicas("ceph-osd")).isEqualTo(3);
        assertThat(cluster.pools()).containsEntry("images", 3).containsEntry("vms", 3);
        assertThat(monitors("glance-ceph-credentials")).hasSize(3).isEqualTo(monitors("ceph-admin-credentials"));
        for (var set : List.of("ceph-mon", "ceph-osd")) {
            assertThat(simulation.find(PodDisruptionBudget.class, set)).as(set).isPresent();
        }
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void oneMonitorBecomesThreeAndKeepsItsAddress() {
        simulation.add(CephSimulationTest.storage(1, null));
        simulation.settle();
        assertReady();
        assertThat(simulation.find(PodDisruptionBudget.class, "ceph-mon")).isEmpty();
        var first = monitors("glance-ceph-credentials");
        assertThat(first).hasSize(1);
        grow();
        assertReady();
        assertThat(monitors("glance-ceph-credentials")).hasSize(3).startsWith(first.getFirst());
        assertThat(monitors("glance-ceph-credentials")).doesNotHaveDuplicates();
        assertThat(cluster.pools()).containsEntry("volumes", 3);
        assertThat(cluster.changes()).as("still the same cluster").doesNotHaveDuplicates();
    }

    @Test
    void everyMonitorKeepsItsAddress() {
        simulation.add(CephSimulationTest.storage(3, 3, null));
        simulation.settle();
        var before = monitors("glance-ceph-credentials");
        for (var name : List.of("ceph-mon", "ceph-mon-1", "ceph-mon-2")) {
            simulation.cluster().take(Ref.of(Service.class, Simulation.NAMESPACE, name));
        }
        simulation.settle();
        var after = List.of("ceph-mon", "ceph-mon-1", "ceph-mon-2").stream()
                .map(name -> simulation.find(Service.class, name).orElseThrow())
                .map(service -> service.getSpec().getClusterIP())
                .toList();
        assertThat(after).isEqualTo(before.stream().map(CephLogin.Monitor::host).toList());
    }

    @Test
    void oneOfEachMayBeAway() {
        simulation.add(CephSimulationTest.storage(3, 3, null));
        simulation.settle();
        for (var lost : List.of("ceph-mon-1", "ceph-osd-2", "ceph-mgr")) {
            simulation.hold(lost);
        }
        simulation.settle();
        assertReady();
        assertThat(condition("MonitorReady").getReason()).isEqualTo("SomeAreAway");
        assertThat(condition("MonitorReady").getMessage()).contains("2 of 3 replicas are ready");
        assertThat(condition("OSDsReady").getMessage()).contains("2 of 3 replicas are ready");
        assertThat(condition("ManagerReady").getReason()).isEqualTo("SomeAreAway");
        simulation.hold("ceph-mgr-b");
        simulation.settle();
        assertThat(condition("ManagerReady").getStatus()).isEqualTo("False");
        simulation.mend("ceph-mgr-b");
        simulation.hold("ceph-mon-0");
        simulation.settle();
        assertThat(condition("MonitorReady").getStatus()).as("no majority").isEqualTo("False");
        for (var lost : List.of("ceph-mon-0", "ceph-mon-1", "ceph-osd-2", "ceph-mgr")) {
            simulation.mend(lost);
        }
        simulation.settle();
        assertReady();
        assertThat(condition("MonitorReady").getReason()).isEqualTo("RolloutComplete");
    }

    /** Before anything is known of the third, too. */
    @Test
    void twoOfThreeAreEnoughToBeginAndAreWrittenDown() {
        simulation.hold("ceph-mon-2");
        simulation.add(CephSimulationTest.storage(3, 3, null));
        simulation.settle();
        assertReady();
        for (var claim : List.of("data-ceph-mon-0", "data-ceph-mon-1", "data-ceph-mon-2")) {
            simulation.lose(claim);
        }
        simulation.settle();
        assertThat(condition("MonitorReady").getReason()).isEqualTo(Founding.DATA_LOST);
    }

    @Test
    void aMonitorThatLostItsVolumeComesBackAndAllThatLostItAreLost() {
        simulation.add(CephSimulationTest.storage(3, 3, null));
        simulation.settle();
        simulation.lose("data-ceph-mon-0");
        simulation.settle();
        assertReady();
        assertThat(cluster.changes()).as("no second cluster").doesNotHaveDuplicates();
        IntStream.range(0, 3).forEach(number -> simulation.lose("data-ceph-mon-" + number));
        simulation.settle();
        assertThat(condition("MonitorReady").getReason()).isEqualTo(Founding.DATA_LOST);
        assertThat(condition("MonitorReady").getMessage()).contains("restore the volume of one");
        var message = condition("MonitorReady").getMessage();
        simulation
                .cluster()
                .edit(
                        CephStorage.class,
                        Simulation.NAMESPACE,
                        NAME,
                        storage -> storage.getMetadata()
                                .setAnnotations(
                                        Map.of(Founding.START_EMPTY, message.substring(message.lastIndexOf('=') + 1))));
        simulation.settle();
        assertReady();
        assertThat(cluster.pools()).containsEntry("images", 3);
    }

    /** Kubernetes gives an empty volume to the pod, and the disk is filled from the others, once the cluster has said that they can. */
    @Test
    void aDiskThatLostItsVolumeIsRefilled() {
        simulation.add(CephSimulationTest.storage(3, 3, null));
        simulation.settle();
        simulation.lose("data-ceph-osd-1");
        simulation.settle();
        assertThat(condition("OSDsReady").getReason()).isEqualTo("DiskIsRefilled");
        assertThat(record()).containsKey("ceph-osd-1-not-missed").doesNotContainKey("ceph-osd-1-spared");
        simulation.clock().advance(Duration.ofSeconds(31));
        simulation.settle();
        assertReady();
        assertThat(record()).doesNotContainKeys("ceph-osd-1-not-missed", "ceph-osd-1-spared");
        assertThat(cluster.changes()).doesNotContain("empty groups");
    }

    /** With one copy of everything no disk can be spared. */
    @Test
    void aDiskThatAloneHasSomethingIsLost() {
        simulation.add(CephSimulationTest.storage(1, 3, null));
        simulation.settle();
        assertReady();
        simulation.lose("data-ceph-osd-1");
        simulation.settle();
        simulation.clock().advance(Duration.ofMinutes(1));
        simulation.settle();
        assertThat(condition("OSDsReady").getReason()).isEqualTo(Founding.DATA_LOST);
    }

    private Map<String, String> record() {
        return simulation
                .find(ConfigMap.class, "ceph-cephstorage-founded")
                .orElseThrow()
                .getData();
    }

    private void grow() {
        simulation
                .cluster()
                .edit(
                        CephStorage.class,
                        Simulation.NAMESPACE,
                        NAME,
                        found -> found.setSpec(
                                CephSimulationTest.storage(3, 3, null).getSpec()));
        simulation.settle();
    }

    private int replicas(String set) {
        return simulation.find(StatefulSet.class, set).orElseThrow().getSpec().getReplicas();
    }

    private List<CephLogin.Monitor> monitors(String secret) {
        var data = simulation.find(Secret.class, secret).orElseThrow().getData();
        return CephConf.monitors(SecretText.decoded(data).get("ceph.conf"));
    }

    private void assertReady() {
        assertThat(condition("Ready").getStatus()).as("%s", condition("Ready")).isEqualTo("True");
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(CephStorage.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
