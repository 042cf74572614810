package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two planes, each with its own resource, on one cluster that is neither's. */
class CephOwnersTest {

    private final MemoryCeph ceph = new MemoryCeph();
    private final Simulation simulation =
            new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, ceph));
    private final CephKey key = ceph.addUser("client.boss");

    @Test
    void twoPlanesDoNotShareAPool() {
        storage("one");
        simulation.settle();
        assertThat(condition("one", "ClientsReady").getStatus()).isEqualTo("True");
        var changes = ceph.changes();
        storage("two");
        simulation.settle();
        assertThat(condition("two", "PoolsReady").getReason()).isEqualTo("NameTaken");
        assertThat(condition("two", "PoolsReady").getMessage())
                .startsWith("The pool images on the Ceph cluster at 10.1.2.3:3300 belongs to CephStorage/one in the"
                        + " namespace one, and is left alone");
        assertThat(ceph.changes()).as("the second writes nothing").isEqualTo(changes);
        delete("two");
        assertThat(ceph.changes()).as("and takes nothing with it").isEqualTo(changes);
        assertThat(ceph.pools()).containsKeys("images", "volumes", "vms");
    }

    @Test
    void whatAPersonMadeIsNeitherChangedNorDeleted() {
        ceph.pools().put("volumes", 2);
        storage("one");
        simulation.settle();
        assertThat(condition("one", "PoolsReady").getReason()).isEqualTo("NameTaken");
        assertThat(condition("one", "PoolsReady").getMessage())
                .endsWith("hand it over with kubectl annotate CephStorage/one c5c3.io/adopt='pool/volumes'.");
        delete("one");
        assertThat(ceph.pools()).isEqualTo(Map.of("volumes", 2));
    }

    @Test
    void aPersonMayHandAPoolOver() {
        storage("one");
        simulation.settle();
        storage("two");
        simulation
                .cluster()
                .edit(
                        CephStorage.class,
                        "two",
                        "two",
                        found -> found.getMetadata()
                                .setAnnotations(Map.of(
                                        "c5c3.io/adopt",
                                        "pool/images from CephStorage/one/one, pool/volumes from CephStorage/one/one,"
                                                + " pool/vms from CephStorage/one/one")));
        simulation.settle();
        assertThat(condition("two", "PoolsReady").getReason()).isEqualTo("PoolsAvailable");
        delete("one");
        assertThat(ceph.pools()).as("no longer the first one's").containsKeys("images", "volumes", "vms");
        delete("two");
        assertThat(ceph.pools()).isEmpty();
        assertThat(ceph.records()).isEmpty();
    }

    @Test
    void anHeirFindsWhatWasKept() {
        storage("one", DeletionPolicy.Retain);
        simulation.settle();
        delete("one");
        assertThat(ceph.pools()).containsKey("images");
        assertThat(ceph.records()).containsKey("pool/images");
        var changes = ceph.changes();
        storage("one");
        simulation.settle();
        assertThat(condition("one", "ClientsReady").getStatus()).isEqualTo("True");
        assertThat(ceph.changes()).isEqualTo(changes);
        delete("one");
        assertThat(ceph.pools()).isEmpty();
    }

    private void storage(String name) {
        storage(name, DeletionPolicy.Delete);
    }

    private void storage(String name, DeletionPolicy policy) {
        simulation
                .cluster()
                .put(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(name)
                        .withName("theirs")
                        .endMetadata()
                        .addToData("ceph.conf", SecretText.encoded("[global]\nmon host = 10.1.2.3\n"))
                        .addToData("keyring", SecretText.encoded(Keyring.section("client.boss", key, new TreeMap<>())))
                        .build());
        var storage = new CephStorage();
        storage.setMetadata(
                new ObjectMetaBuilder().withNamespace(name).withName(name).build());
        storage.setSpec(new CephStorage.Spec(
                null, new CephStorage.External(new SecretRef("theirs"), true), null, null, null, null, policy));
        simulation.cluster().put(storage);
    }

    private void delete(String name) {
        simulation.cluster().take(Ref.of(CephStorage.class, name, name));
        simulation.settle();
        assertThat(simulation.cluster().find(CephStorage.class, name, name)).isEmpty();
    }

    private Condition condition(String name, String type) {
        return Conditions.of(
                        simulation.cluster().find(CephStorage.class, name, name).orElseThrow(), type)
                .orElseThrow();
    }
}
