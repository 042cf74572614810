package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.engine.Conditions;
import io.c5c3.tests.Examples;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a cloud stands on, with three members each: they find each other, and one that is lost comes back to the others. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThreeOfEachSystemTest {

    private static final String NAMESPACE = "three";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @RegisterExtension
    static final Stage STAGE = new Stage("three");

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

    @Test
    @Order(1)
    void theyFindEachOther() throws IOException {
        var file = Files.writeString(folder.resolve("groups.yaml"), GROUPS);
        STAGE.up("-f", file.toString());
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
        var before = lost.stream().map(ThreeOfEachSystemTest::uid).toList();
        lost.forEach(name -> client.pods()
                .inNamespace(NAMESPACE)
                .withName(name)
                .withGracePeriod(0)
                .delete());
        await("others are there, and all are ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    assertThat(lost.stream().map(ThreeOfEachSystemTest::uid)).doesNotContainAnyElementsOf(before);
                    for (var group : groups()) {
                        assertThat(Conditions.ready(group))
                                .as("%s %s", group.getKind(), Conditions.of(group))
                                .isTrue();
                    }
                    assertThat(pods()).allMatch(Stage::ready);
                });
        assertThat(said("ovn-nb-0", "ovs-appctl", "-t", "/run/ovn/db.ctl", "cluster/status", "OVN_Northbound"))
                .contains("Status: cluster member");
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
