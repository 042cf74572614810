package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rook is played by this test: it says Ready to what it is given, and writes the Secrets that Rook writes. */
class RookSimulationTest {

    private static final String ROOK = "rook-ceph";
    private final MemoryCeph cluster = new MemoryCeph();
    private final Simulation simulation =
            new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, cluster));

    @Test
    void poolsAndUsersAreLeftToRook() {
        simulation.add(storage(null));
        simulation.settle();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("WaitingForRook");
        assertThat(condition("PoolsReady").getMessage()).contains("is there a CephCluster in that namespace");
        assertThat(simulation.find(StatefulSet.class, "ceph-mon")).isEmpty();
        var pool =
                simulation.cluster().find(CephBlockPool.class, ROOK, "images").orElseThrow();
        assertThat(pool.getSpec().replicated()).isEqualTo(new CephBlockPool.Replicated(3, true));
        poolsAreMade();
        simulation.settle();
        assertThat(condition("ClientsReady").getMessage()).contains("Secret/rook-ceph-config");
        monitorsRun();
        simulation.settle();
        clientsAreMade();
        simulation.settle();
        assertThat(condition("Ready").getStatus()).as("%s", condition("Ready")).isEqualTo("True");
        var data = simulation
                .find(Secret.class, "glance-ceph-credentials")
                .orElseThrow()
                .getData();
        assertThat(SecretText.decoded(data).get("ceph.conf"))
                .contains("mon_host = [v2:10.96.1.1:3300,v1:10.96.1.1:6789]")
                .contains("fsid = 1c7");
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void whatSomebodyElseWroteIsLeftAlone() {
        var theirs = new CephBlockPool();
        theirs.setMetadata(
                new ObjectMetaBuilder().withNamespace(ROOK).withName("images").build());
        theirs.setSpec(new CephBlockPool.Spec("rack", new CephBlockPool.Replicated(5, true), null));
        simulation.cluster().put(theirs);
        simulation.add(storage(DeletionPolicy.Delete));
        simulation.settle();
        assertThat(simulation
                        .cluster()
                        .find(CephBlockPool.class, ROOK, "images")
                        .orElseThrow()
                        .getSpec())
                .isEqualTo(theirs.getSpec());
    }

    @Test
    void everythingIsTakenAwayOnlyOnRequest() {
        for (var policy : DeletionPolicy.values()) {
            simulation.add(storage(policy));
            simulation.settle();
            poolsAreMade();
            monitorsRun();
            simulation.settle();
            clientsAreMade();
            simulation.settle();
            simulation.cluster().take(Ref.of(CephStorage.class, "openstack", "ceph"));
            simulation.settle();
            var kept = policy == DeletionPolicy.Retain;
            assertThat(simulation
                            .cluster()
                            .find(CephBlockPool.class, ROOK, "volumes")
                            .isPresent())
                    .isEqualTo(kept);
            assertThat(simulation.cluster().find(CephClient.class, ROOK, "nova").isPresent())
                    .isEqualTo(kept);
        }
    }

    private static CephStorage storage(DeletionPolicy policy) {
        var storage = new CephStorage();
        storage.setMetadata(new ObjectMetaBuilder().withName("ceph").build());
        storage.setSpec(new CephStorage.Spec(null, null, null, null, null, null, policy));
        return storage;
    }

    /** Rook makes one after the other, as they are asked for. */
    private void poolsAreMade() {
        for (var name : List.of("images", "volumes", "vms")) {
            simulation.settle();
            simulation.cluster().setStatus(Ref.of(CephBlockPool.class, ROOK, name), new CephBlockPool.Status("Ready"));
            cluster.pools().put(name, 3);
        }
    }

    private void clientsAreMade() {
        for (var name : List.of("glance", "cinder", "nova")) {
            simulation.settle();
            var key = cluster.addUser("client." + name);
            secret("rook-ceph-client-" + name, Map.of("userID", name, "userKey", key.text()));
            simulation
                    .cluster()
                    .setStatus(
                            Ref.of(CephClient.class, ROOK, name),
                            new CephClient.Status("Ready", Map.of("secretName", "rook-ceph-client-" + name)));
        }
        cluster.addDisk();
    }

    private void monitorsRun() {
        secret("rook-ceph-config", Map.of("mon_host", "[v2:10.96.1.1:3300,v1:10.96.1.1:6789]"));
        secret("rook-ceph-mon", Map.of("fsid", "1c7"));
    }

    private void secret(String name, Map<String, String> values) {
        var secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(ROOK)
                .withName(name)
                .endMetadata();
        values.forEach((key, value) -> secret.addToData(key, SecretText.encoded(value)));
        simulation.cluster().put(secret.build());
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(CephStorage.class, "ceph").orElseThrow(), type)
                .orElseThrow();
    }
}
