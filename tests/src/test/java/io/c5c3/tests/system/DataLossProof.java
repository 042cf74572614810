package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.openstack.Valkey;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Conditions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that keeps data loses it, on real servers. Longer than CI has time for: {@code ./mvnw -pl tests -am
 * -Dsurefire.failIfNoSpecifiedTests=false -Dtest=DataLossProof test}.
 */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DataLossProof {

    private static final String NAMESPACE = "stores";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String STORES = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: stores}
            ---
            apiVersion: openstack.k8s.io/v1alpha1
            kind: MariaDB
            metadata: {name: mariadb, namespace: stores}
            spec: {storageSize: 1Gi}
            ---
            apiVersion: openstack.k8s.io/v1alpha1
            kind: RabbitMQ
            metadata: {name: rabbitmq, namespace: stores}
            spec: {replicas: 1, storageSize: 1Gi}
            ---
            apiVersion: openstack.k8s.io/v1alpha1
            kind: CephStorage
            metadata: {name: ceph, namespace: stores}
            spec:
              provider: BuiltIn
              builtIn: {storageSize: 4Gi}
              pools: [{name: images, replicas: 1}]
            ---
            apiVersion: openstack.k8s.io/v1alpha1
            kind: Valkey
            metadata: {name: valkey, namespace: stores}
            spec: {provider: BuiltIn, replicas: 1, persistence: {enabled: true, size: 1Gi}}
            ---
            apiVersion: ovn.c5c3.io/v1alpha1
            kind: OVNCluster
            metadata: {name: ovn, namespace: stores}
            spec: {northbound: {replicas: 1}, southbound: {replicas: 1}}
            """;

    /** One pod with a volume, and the resource that says what became of it. */
    private record Store(Class<? extends HasMetadata> kind, String name, String pod) {}

    private static final List<Store> ALL = List.of(
            new Store(MariaDB.class, "mariadb", "mariadb-0"),
            new Store(RabbitMQ.class, "rabbitmq", "rabbitmq-0"),
            new Store(CephStorage.class, "ceph", "ceph-mon-0"),
            new Store(CephStorage.class, "ceph", "ceph-osd-0"),
            new Store(Valkey.class, "valkey", "valkey-0"),
            new Store(OVNCluster.class, "ovn", "ovn-nb-0"),
            new Store(OVNCluster.class, "ovn", "ovn-sb-0"));

    @RegisterExtension
    static final Stage STAGE = new Stage("loss");

    @TempDir
    private static Path folder;

    private static KubernetesClient client;
    private static Losses losses;

    @Test
    @Order(1)
    void theyComeUp() throws IOException {
        var file = folder.resolve("stores.yaml");
        Files.writeString(file, STORES);
        STAGE.up("-f", file.toString());
        client = STAGE.connect();
        losses = new Losses(client, NAMESPACE);
    }

    @Test
    @Order(2)
    void onEmptyVolumesNothingBeginsAndAllGoesOnWhenTheyAreRestored() {
        each(store -> {
            var data = new Volume(client, NAMESPACE, "data-" + store.pod());
            losses.without(List.of(store.pod()), data::takeAway);
            System.out.println(store.pod() + ": " + losses.lost(store.kind(), store.name()));
            losses.without(List.of(store.pod()), data::bringBack);
        });
    }

    @Test
    @Order(3)
    void withoutAClaimTheyBeginAnewOnlyWhenAPersonSaysSo() {
        each(store -> {
            losses.deleteClaim(store.pod());
            var message = losses.lost(store.kind(), store.name());
            System.out.println(store.pod() + ": " + message);
            losses.startEmpty(store.kind(), store.name(), message);
        });
    }

    /** One that does not come back does not hide the others. */
    private static void each(Consumer<Store> loss) {
        var failures = new ArrayList<String>();
        for (var store : ALL) {
            try {
                loss.accept(store);
                awaitReady(store);
            } catch (RuntimeException e) {
                failures.add(store.pod() + ": " + e);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static void awaitReady(Store store) {
        await(store.pod() + " is ready").atMost(PATIENCE).untilAsserted(() -> {
            var pod = client.pods().inNamespace(NAMESPACE).withName(store.pod()).get();
            assertThat(pod).isNotNull();
            assertThat(Stage.ready(pod)).isTrue();
            var resource = client.resources(store.kind())
                    .inNamespace(NAMESPACE)
                    .withName(store.name())
                    .get();
            assertThat(Conditions.ready(resource))
                    .as(Conditions.of(resource).toString())
                    .isTrue();
        });
    }
}
