package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.engine.Conditions;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a cloud stands on, with three members each, on three nodes: they find each other, one that is lost comes back to the others, and so
 * does a node, or all at once; nothing that was acknowledged is lost.
 */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThreeNodesSystemTest {

    private static final String NAMESPACE = "three";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long SEED = 3;

    @RegisterExtension
    static final Stage STAGE = new Stage("three");

    private static final String PLANE = """
            apiVersion: c5c3.io/v1alpha1
            kind: ControlPlane
            metadata: {name: identity, namespace: openstack}
            spec:
              infrastructure:
                mariadb: {replicas: 3, storageSize: 1Gi}
                memcached: {replicas: 3}
              services:
                keystone: {replicas: 3}
            """;

    private static final String GROUPS = """
            apiVersion: ovn.c5c3.io/v1alpha1
            kind: OVNCluster
            metadata: {name: ovn, namespace: three}
            spec:
              northbound: {replicas: 3, storage: {size: 1Gi}}
              southbound: {replicas: 3, storage: {size: 1Gi}}
            ---
            apiVersion: openstack.k8s.io/v1alpha1
            kind: RabbitMQ
            metadata: {name: rabbitmq, namespace: three}
            spec: {replicas: 3, storageSize: 1Gi}
            ---
            apiVersion: openstack.k8s.io/v1alpha1
            kind: Valkey
            metadata: {name: valkey, namespace: three}
            spec: {replicas: 3, sentinel: {enabled: true}, tls: {enabled: true}}
            """;

    @TempDir
    private static Path folder;

    private static KubernetesClient client;

    /** A plane of three of everything that Keystone needs. */
    static List<String> files(Path folder) throws IOException {
        return List.of(
                Repository.file("samples/identity.yaml").toString(),
                Files.writeString(folder.resolve("plane.yaml"), PLANE).toString());
    }

    @Test
    @Order(1)
    void theyFindEachOther() throws IOException {
        var file = Files.writeString(folder.resolve("groups.yaml"), GROUPS);
        var words = new ArrayList<>(List.of("--nodes", "3", "-f", file.toString()));
        files(folder).forEach(plane -> words.addAll(List.of("-f", plane)));
        STAGE.up(words.toArray(String[]::new));
        client = STAGE.connect();
        assertThat(said("ovn-nb-0", "ovs-appctl", "-t", "/run/ovn/db.ctl", "cluster/status", "OVN_Northbound"))
                .contains("Status: cluster member")
                .contains("ovn-nb-1")
                .contains("ovn-nb-2");
    }

    /** The first of each: it founded its group, and with Valkey and mostly with OVN it leads. */
    @Test
    @Order(2)
    void onesThatAreLostComeBack() {
        var lost = List.of("ovn-nb-0", "ovn-sb-0", "rabbitmq-0", "valkey-0");
        var before = lost.stream().map(ThreeNodesSystemTest::uid).toList();
        lost.forEach(name -> client.pods()
                .inNamespace(NAMESPACE)
                .withName(name)
                .withGracePeriod(0)
                .delete());
        await("others are there")
                .atMost(PATIENCE)
                .until(() -> lost.stream().map(ThreeNodesSystemTest::uid).noneMatch(before::contains));
        awaitGroups();
        assertThat(said("ovn-nb-0", "ovs-appctl", "-t", "/run/ovn/db.ctl", "cluster/status", "OVN_Northbound"))
                .contains("Status: cluster member");
    }

    @Test
    @Order(3)
    void aNodeMayDieAndThenAllAtOnce() throws IOException {
        try (var siege = new Siege(STAGE, new Random(SEED))) {
            assertThat(siege.strike(Blow.PLUG_PULLED).lost()).isZero();
            assertThat(siege.strike(Blow.ALL_PLUGS_PULLED).lost()).isZero();
        }
        awaitGroups();
    }

    private static void awaitGroups() {
        await("all are ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    for (var group : groups()) {
                        assertThat(Conditions.ready(group))
                                .as("%s %s", group.getKind(), Conditions.of(group))
                                .isTrue();
                    }
                    assertThat(pods()).allMatch(Stage::ready);
                });
    }

    private static List<GenericKubernetesResource> groups() {
        return Examples.resources(GROUPS).stream()
                .map(group -> client.resource(group).get())
                .toList();
    }

    private static List<Pod> pods() {
        return client.pods().inNamespace(NAMESPACE).list().getItems();
    }

    private static String uid(String name) {
        var pod = client.pods().inNamespace(NAMESPACE).withName(name).get();
        return pod == null ? "" : Objects.requireNonNull(pod.getMetadata().getUid());
    }

    /** What a program in a server's container says. */
    private static String said(String pod, String... command) {
        var result = STAGE.cli().run(Cli.inside(NAMESPACE, pod, command));
        assertThat(result.exitCode()).as(result.both()).isZero();
        return result.out();
    }
}
