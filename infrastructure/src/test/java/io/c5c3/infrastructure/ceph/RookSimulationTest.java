package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rook is played by this test: it says Ready to what it is given, and writes the Secrets that Rook writes. */
class RookSimulationTest {

    private static final String ROOK = "rook-ceph";
    private final MemoryCeph cluster = new MemoryCeph();
    private final Simulation simulation =
            new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, cluster));

    @BeforeEach
    void rookLetsUsIn() {
        grant("ours", "openstack", new ReferenceGrant.To("ceph.rook.io", "CephBlockPool", null));
        grant("ours-too", "openstack", new ReferenceGrant.To("ceph.rook.io", "CephClient", null));
    }

    /** Nothing is read or written there; with the grant that the condition writes down, it goes on by itself. */
    @Test
    void withoutAGrantNothingHappensInRooksNamespace() {
        simulation.cluster().take(Ref.of(ReferenceGrant.class, ROOK, "ours"));
        simulation.cluster().take(Ref.of(ReferenceGrant.class, ROOK, "ours-too"));
        simulation.add(storage(null));
        simulation.settle();
        assertThat(simulation.cluster().list(CephBlockPool.class, ROOK, Map.of()))
                .isEmpty();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("ReferenceNotGranted");
        var message = condition("PoolsReady").getMessage();
        simulation
                .cluster()
                .put(Json.KUBERNETES.unmarshal(message.substring(message.indexOf('{')), ReferenceGrant.class));
        simulation.settle();
        assertThat(simulation.cluster().find(CephBlockPool.class, ROOK, "images"))
                .isPresent();
    }

    /** The grant of another kind, to another kind, or for another namespace opens nothing. */
    @Test
    void aGrantIsForWhoItSays() {
        simulation.cluster().take(Ref.of(ReferenceGrant.class, ROOK, "ours"));
        grant("theirs", "elsewhere", new ReferenceGrant.To("ceph.rook.io", "CephBlockPool", null));
        grant("another", "openstack", new ReferenceGrant.To("ceph.rook.io", "CephBlockPool", "other"));
        grant("core", "openstack", new ReferenceGrant.To("", "CephBlockPool", null));
        simulation.add(storage(null));
        simulation.settle();
        assertThat(simulation.cluster().list(CephBlockPool.class, ROOK, Map.of()))
                .isEmpty();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("ReferenceNotGranted");
    }

    /** A grant of all pools is not one for the pool that holds every volume of the Kubernetes cluster. */
    @Test
    void aPoolThatIsThereIsUsedOnlyIfTheGrantNamesIt() {
        pool("images", Map.of());
        simulation.add(storage(null));
        simulation.settle();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("ReferenceNotGranted");
        assertThat(condition("PoolsReady").getMessage()).contains("say name: images");
        grant("named", "openstack", new ReferenceGrant.To("ceph.rook.io", "CephBlockPool", "images"));
        simulation.settle();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("WaitingForRook");
    }

    @Test
    void poolsThatNobodyUsesAreTurnedDown() {
        var storage = storage(null);
        storage.setSpec(new CephStorage.Spec(
                CephStorage.Provider.Rook,
                null,
                null,
                null,
                List.of(new CephStorage.Pool("attic", null, null)),
                null,
                null));
        simulation.add(storage);
        simulation.settle();
        assertThat(condition("Accepted").getReason()).isEqualTo("NoClients");
        assertThat(condition("Ready").getMessage()).contains("name the users of the pools in clients");
        simulation.cluster().take(Ref.of(CephStorage.class, "openstack", "ceph"));
        simulation.settle();
        assertThat(simulation.find(CephStorage.class, "ceph")).isEmpty();
    }

    /** Not even then: two planes would write into each other's images. */
    @Test
    void twoPlanesNeverShareAPool() {
        pool("images", Map.of(Owner.RECORD, "openstack.k8s.io/CephStorage/other/ceph/1-2-3"));
        grant("named", "openstack", new ReferenceGrant.To("ceph.rook.io", "CephBlockPool", "images"));
        simulation.add(storage(null));
        simulation.settle();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("NameTaken");
        assertThat(condition("PoolsReady").getMessage()).contains("CephStorage/ceph in the namespace other");
    }

    /** The key of a user that is there already is copied to nobody whom the grant does not name it for. */
    @Test
    void theKeyOfAUserThatIsThereIsNotHandedOut() {
        var theirs = new CephClient();
        theirs.setMetadata(
                new ObjectMetaBuilder().withNamespace(ROOK).withName("glance").build());
        simulation.cluster().put(theirs);
        simulation.add(storage(null));
        simulation.settle();
        poolsAreMade();
        monitorsRun();
        clientsAreMade();
        simulation.settle();
        assertThat(condition("ClientsReady").getReason()).isEqualTo("ReferenceNotGranted");
        assertThat(simulation.find(Secret.class, "glance-ceph-credentials")).isEmpty();
    }

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
        grant("named", "openstack", new ReferenceGrant.To("ceph.rook.io", "CephBlockPool", "images"));
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

    private void grant(String name, String namespace, ReferenceGrant.To to) {
        var grant = new ReferenceGrant();
        grant.setMetadata(
                new ObjectMetaBuilder().withNamespace(ROOK).withName(name).build());
        grant.setSpec(new ReferenceGrant.Spec(
                List.of(new ReferenceGrant.From("openstack.k8s.io", "CephStorage", namespace)), List.of(to)));
        simulation.cluster().put(grant);
    }

    private void pool(String name, Map<String, String> annotations) {
        var pool = new CephBlockPool();
        pool.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ROOK)
                .withName(name)
                .withAnnotations(annotations)
                .build());
        pool.setSpec(new CephBlockPool.Spec("host", new CephBlockPool.Replicated(3, true), null));
        simulation.cluster().put(pool);
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
