package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.MetricsBuilder;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.CephStorageBuiltInBuilder;
import io.c5c3.api.openstack.CephStorageSpecBuilder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CephSimulationTest {

    private static final String NAME = "ceph";
    private static final String NAMESPACE = "openstack";
    private final MemoryCeph cluster = new MemoryCeph();
    private final Simulation simulation =
            new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, cluster));

    @BeforeEach
    void withoutRook() {
        simulation.cluster().without(CephBlockPool.class);
        simulation.cluster().without(CephClient.class);
    }

    @Test
    void aClusterOfOurOwnBecomesReadyAndThenRests() {
        simulation.add(storage(1, null));
        simulation.settle();
        assertThat(condition("Ready").getMessage()).isNotBlank();
        assertThat(condition("Ready").getStatus()).as("%s", condition("Ready")).isEqualTo("True");
        var status = simulation.find(CephStorage.class, NAME).orElseThrow().getStatus();
        assertThat(status.provider()).isEqualTo(CephStorage.Provider.BuiltIn);
        assertThat(status.health()).isEqualTo("HEALTH_OK");
        assertThat(status.capacity()).isEqualTo(new CephStorage.Capacity(9L, 9L));
        assertThat(status.clients()).containsExactly("glance", "cinder", "nova");
        assertThat(cluster.pools()).containsOnlyKeys("images", "volumes", "vms").containsEntry("images", 1);
        assertThat(cluster.caps().get("client.cinder"))
                .containsEntry("mon", "profile rbd")
                .containsEntry("osd", "profile rbd pool=volumes, profile rbd-read-only pool=images");
        var writes = simulation.cluster().writes().size();
        var changes = cluster.changes().size();
        simulation.lookAtEverything();
        simulation.clock().advance(Duration.ofMinutes(10));
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
        assertThat(cluster.changes()).hasSize(changes);
    }

    @Test
    void aServiceGetsALoginThatWorks() throws CephFailure {
        simulation.add(storage(1, null));
        simulation.settle();
        var secret = simulation.find(Secret.class, "cinder-ceph-credentials").orElseThrow();
        assertThat(secret.getData()).containsOnlyKeys("ceph.conf", "keyring", "userID", "userKey", "pool");
        assertThat(SecretText.decoded(secret.getData()).get("userID")).isEqualTo("cinder");
        assertThat(SecretText.decoded(secret.getData()).get("pool")).isEqualTo("volumes");
        var keyring = Keyring.parse(SecretText.decoded(secret.getData()).get("keyring"));
        var login = new CephLogin(
                CephConf.monitors(SecretText.decoded(secret.getData()).get("ceph.conf")),
                "client.cinder",
                keyring.keys().get("client.cinder"));
        assertThat(login.monitors()).hasSize(1);
        assertThat(cluster.report(login).pools()).containsKey("volumes");
    }

    @Test
    void lostSecretsComeBackAsTheyWereAndNothingIsRestarted() {
        simulation.add(storage(1, null));
        simulation.settle();
        var names = List.of(
                "ceph-cluster-keys",
                "ceph-cluster-keys-backup",
                "ceph-admin-credentials",
                "ceph-osd-keys",
                "glance-ceph-credentials");
        var before = new TreeMap<String, Map<String, String>>();
        names.forEach(name -> before.put(name, data(name)));
        var monitor = simulation.find(StatefulSet.class, "ceph-mon").orElseThrow();
        for (var name : names) {
            simulation.cluster().take(Ref.of(Secret.class, NAMESPACE, name));
            simulation.settle();
            assertThat(data(name)).as(name).isEqualTo(before.get(name));
        }
        assertThat(simulation.find(StatefulSet.class, "ceph-mon").orElseThrow().getMetadata())
                .isEqualTo(monitor.getMetadata());
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    /** Nothing but the managers begins anew for it. */
    @Test
    void theManagersTellMetricsOnceTheyAreAskedTo() {
        simulation.add(storage(3, 3, null));
        simulation.settle();
        var disks = simulation.find(StatefulSet.class, "ceph-osd").orElseThrow();
        assertThat(cluster.changes()).doesNotContain("module prometheus");
        var monitored = storage(3, 3, null);
        monitored.setSpec(CephStorageSpecBuilder.builder(monitored.getSpec())
                .builtIn(CephStorageBuiltInBuilder.builder(monitored.getSpec().builtIn())
                        .metrics(MetricsBuilder.builder().enabled(true).build())
                        .build())
                .build());
        change(monitored);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(cluster.changes()).containsOnlyOnce("module prometheus");
        assertThat(simulation.find(Service.class, "ceph-mgr")).isPresent();
        assertThat(simulation.find(Service.class, "ceph-mgr-b")).isPresent();
        assertThat(simulation.find(StatefulSet.class, "ceph-osd").orElseThrow().getSpec())
                .isEqualTo(disks.getSpec());
    }

    @Test
    void theMonitorKeepsItsAddress() {
        simulation.add(storage(1, null));
        simulation.settle();
        var address = simulation
                .find(Service.class, "ceph-mon")
                .orElseThrow()
                .getSpec()
                .getClusterIP();
        simulation.cluster().take(Ref.of(Service.class, NAMESPACE, "ceph-mon"));
        simulation.settle();
        assertThat(simulation
                        .find(Service.class, "ceph-mon")
                        .orElseThrow()
                        .getSpec()
                        .getClusterIP())
                .isEqualTo(address);
        assertThat(SecretText.decoded(data("ceph-cluster-keys")).get("address")).isEqualTo(address);
    }

    @Test
    void moreDisksAreMadeKnownBeforeTheyStart() {
        simulation.add(storage(1, null));
        simulation.settle();
        change(storage(3, null));
        simulation.settle();
        assertThat(cluster.changes()).contains("disk 1", "disk 2");
        assertThat(data("ceph-osd-keys")).containsOnlyKeys("keyring", "osd.0.uuid", "osd.1.uuid", "osd.2.uuid");
        assertThat(simulation
                        .find(StatefulSet.class, "ceph-osd")
                        .orElseThrow()
                        .getSpec()
                        .getReplicas())
                .isEqualTo(3);
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void aMonitorThatIsAwayIsWaitedFor() {
        cluster.away(true);
        simulation.add(storage(1, null));
        simulation.settle();
        assertThat(condition("CephConnected").getReason()).isEqualTo("CephUnreachable");
        assertThat(condition("CephConnected").getMessage()).contains("connection refused");
        assertThat(condition("OSDsReady").getStatus()).isEqualTo("Unknown");
        assertThat(simulation.report(CephStorage.class, NAME).orElseThrow().again())
                .isPresent();
        cluster.away(false);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void aSickClusterIsNotReadyAndAWarningDoesNotHurt() {
        simulation.add(storage(1, null));
        simulation.settle();
        cluster.say("HEALTH_WARN", "active+undersized");
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(condition("HealthReady").getMessage())
                .isEqualTo("The cluster says HEALTH_WARN (something is wrong).");
        cluster.say("HEALTH_WARN", "peering");
        simulation.settle();
        assertThat(condition("HealthReady").getReason()).isEqualTo("WaitingForPlacementGroups");
        cluster.say("HEALTH_ERR", "active+clean");
        simulation.settle();
        assertThat(condition("HealthReady").getReason()).isEqualTo("ClusterFailing");
        assertThat(condition("Ready").getStatus()).isEqualTo("False");
    }

    @Test
    void whatSomebodyChangedInTheClusterIsPutRight() {
        simulation.add(storage(1, null));
        simulation.settle();
        cluster.pools().remove("volumes");
        simulation.clock().advance(Duration.ofMinutes(6));
        simulation.settle();
        assertThat(cluster.pools()).containsKey("volumes");
    }

    @Test
    void aClientThatIsNoLongerWantedGoes() {
        simulation.add(storage(1, null));
        simulation.settle();
        var less = storage(1, null);
        less.setSpec(new CephStorage.Spec(
                null,
                null,
                null,
                less.getSpec().builtIn(),
                less.getSpec().pools(),
                List.of(new CephStorage.Client("glance", List.of("images"), null, null)),
                null));
        change(less);
        simulation.settle();
        assertThat(cluster.caps())
                .doesNotContainKeys("client.cinder", "client.nova")
                .containsKey("client.glance");
        assertThat(simulation.find(Secret.class, "cinder-ceph-credentials")).isEmpty();
        assertThat(cluster.pools()).containsKey("volumes");
    }

    @Test
    void dataStaysUnlessTheResourceSaysOtherwise() {
        for (var policy : DeletionPolicy.values()) {
            simulation.add(storage(1, policy));
            simulation.add(claim("data-ceph-osd-0", "10Gi"));
            simulation.add(claim("data-ceph-mon-0", "2Gi"));
            simulation.settle();
            simulation.cluster().take(Ref.of(CephStorage.class, NAMESPACE, NAME));
            simulation.settle();
            var kept = policy == DeletionPolicy.Retain;
            assertThat(simulation.find(CephStorage.class, NAME)).isEmpty();
            assertThat(simulation.find(StatefulSet.class, "ceph-osd")).isEmpty();
            assertThat(simulation.find(Deployment.class, "ceph-mgr")).isEmpty();
            for (var secret : List.of("ceph-cluster-keys", "ceph-cluster-keys-backup")) {
                assertThat(simulation.find(Secret.class, secret).isPresent()).isEqualTo(kept);
            }
            for (var claim : List.of("data-ceph-mon-0", "data-ceph-osd-0")) {
                assertThat(simulation.find(PersistentVolumeClaim.class, claim).isPresent())
                        .isEqualTo(kept);
            }
        }
    }

    @Test
    void anotherProviderIsRefusedAndTakesNothingAway() {
        simulation.add(storage(1, null));
        simulation.settle();
        var keys = data("ceph-cluster-keys");
        var other = storage(1, null);
        other.setSpec(new CephStorage.Spec(
                CephStorage.Provider.Rook, null, null, other.getSpec().builtIn(), null, null, null));
        change(other);
        simulation.settle();
        assertThat(condition("Accepted").getReason()).isEqualTo("ProviderChanged");
        assertThat(condition("Accepted").getMessage()).contains("write provider: BuiltIn again");
        assertThat(data("ceph-cluster-keys")).isEqualTo(keys);
        assertThat(simulation.find(StatefulSet.class, "ceph-osd")).isPresent();
        assertThat(simulation.find(Secret.class, "cinder-ceph-credentials")).isPresent();
    }

    @Test
    void wishesThatCannotBeMetAreTurnedDown() {
        var storage = storage(1, null);
        storage.setSpec(new CephStorage.Spec(
                null,
                null,
                null,
                null,
                List.of(new CephStorage.Pool("images", 3, null)),
                List.of(new CephStorage.Client("glance", List.of("pictures"), null, null)),
                null));
        simulation.add(storage);
        simulation.settle();
        assertThat(condition("Accepted").getReason()).isEqualTo("UnknownPool");
        var second = storage(1, null);
        second.setSpec(new CephStorage.Spec(
                null, null, null, null, List.of(new CephStorage.Pool("images", 3, null)), null, null));
        change(second);
        simulation.settle();
        assertThat(condition("Accepted").getMessage())
                .isEqualTo("The pool images is to keep 3 copies, and there are 1 disks: write builtIn.osds: 3 or fewer"
                        + " replicas.");
        var third = storage(1, null);
        third.setSpec(new CephStorage.Spec(
                null,
                null,
                null,
                CephStorageBuiltInBuilder.builder()
                        .config(Map.of("mon host", "10.0.0.1"))
                        .build(),
                null,
                null,
                null));
        change(third);
        simulation.settle();
        assertThat(condition("Accepted").getReason()).isEqualTo("OptionNotAllowed");
        assertThat(simulation.find(StatefulSet.class, "ceph-mon")).isEmpty();
    }

    @Test
    void anExternalClusterIsGivenPoolsAndUsers() {
        var theirs = cluster.addUser("client.boss");
        var glance = cluster.addUser("client.glance");
        simulation.add(external(true, null));
        simulation.settle();
        assertThat(condition("SecretsReady").getReason()).isEqualTo("WaitingForCephCredentials");
        login("client.boss", CephKey.generate(simulation.clock().instant()));
        simulation.settle();
        assertThat(condition("CephConnected").getReason()).isEqualTo("CephAccessDenied");
        login("client.boss", theirs);
        simulation.settle();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("PoolsAvailable");
        assertThat(cluster.pools()).containsEntry("images", 3);
        assertThat(condition("ClientsReady").getReason())
                .as("somebody made the user glance by hand")
                .isEqualTo("NameTaken");
        simulation
                .cluster()
                .edit(
                        CephStorage.class,
                        NAMESPACE,
                        NAME,
                        found -> found.getMetadata().setAnnotations(Map.of("c5c3.io/adopt", "ceph-client/glance")));
        simulation.settle();
        assertThat(SecretText.decoded(data("glance-ceph-credentials")).get("userKey"))
                .as("a user that is there keeps its key")
                .isEqualTo(glance.text());
        assertThat(SecretText.decoded(data("nova-ceph-credentials")).get("ceph.conf"))
                .contains("10.1.2.3");
        assertThat(simulation.find(StatefulSet.class, "ceph-mon")).isEmpty();
        simulation.cluster().take(Ref.of(CephStorage.class, NAMESPACE, NAME));
        simulation.settle();
        assertThat(cluster.pools()).containsKey("images");
    }

    @Test
    void anExternalClusterIsEmptiedWhenTheResourceSaysSo() {
        login("client.boss", cluster.addUser("client.boss"));
        simulation.add(external(true, DeletionPolicy.Delete));
        simulation.settle();
        simulation.cluster().take(Ref.of(CephStorage.class, NAMESPACE, NAME));
        simulation.settle();
        assertThat(cluster.pools()).isEmpty();
        assertThat(cluster.caps()).containsOnlyKeys("client.boss");
        assertThat(simulation.find(CephStorage.class, NAME)).isEmpty();
    }

    @Test
    void aLoginMayBeShared() {
        login("client.openstack", cluster.addUser("client.openstack"));
        simulation.add(external(false, null));
        simulation.settle();
        assertThat(condition("PoolsReady").getReason()).isEqualTo("PoolMissing");
        assertThat(cluster.changes()).isEmpty();
        for (var pool : List.of("images", "volumes", "vms")) {
            cluster.pools().put(pool, 3);
        }
        simulation.settle();
        assertThat(SecretText.decoded(data("cinder-ceph-credentials")).get("userID"))
                .isEqualTo("openstack");
    }

    static CephStorage storage(int disks, DeletionPolicy policy) {
        return storage(1, disks, policy);
    }

    static CephStorage storage(int monitors, int disks, DeletionPolicy policy) {
        var storage = new CephStorage();
        storage.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        storage.setSpec(new CephStorage.Spec(
                null,
                null,
                null,
                CephStorageBuiltInBuilder.builder()
                        .monitors(monitors)
                        .managers(monitors == 1 ? 1 : 2)
                        .osds(disks)
                        .build(),
                null,
                null,
                policy));
        return storage;
    }

    private static CephStorage external(boolean provision, DeletionPolicy policy) {
        var storage = new CephStorage();
        storage.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        storage.setSpec(new CephStorage.Spec(
                null, new CephStorage.External(new SecretRef("theirs"), provision), null, null, null, null, policy));
        return storage;
    }

    private void login(String user, CephKey key) {
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName("theirs")
                .endMetadata()
                .addToData("ceph.conf", SecretText.encoded("[global]\nmon host = 10.1.2.3\n"))
                .addToData("keyring", SecretText.encoded(Keyring.section(user, key, new TreeMap<>())))
                .build());
    }

    private static PersistentVolumeClaim claim(String name, String size) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("c5c3.io/operator", "ceph")
                .addToAnnotations(Owner.RECORD, "openstack.k8s.io/CephStorage/openstack/ceph/")
                .endMetadata()
                .withNewSpec()
                .withNewResources()
                .addToRequests("storage", new Quantity(size))
                .endResources()
                .endSpec()
                .build();
    }

    private void change(CephStorage to) {
        simulation.cluster().edit(CephStorage.class, NAMESPACE, NAME, found -> found.setSpec(to.getSpec()));
    }

    private Map<String, String> data(String secret) {
        return simulation.find(Secret.class, secret).orElseThrow().getData();
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(CephStorage.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
