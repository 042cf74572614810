package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.local.LocalCluster.Profile;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The life of a small cluster, from its first start to its last trace. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ApiServerClusterSystemTest {
    private static final String NAME = "it-api-" + ProcessHandle.current().pid();

    private static LocalCluster cluster;

    @BeforeAll
    static void up() {
        cluster = LocalCluster.named(NAME, Profile.APISERVER).up(Progress.lines(System.out));
    }

    @AfterAll
    static void purge() {
        cluster.close();
    }

    @Test
    @Order(1)
    void servesAndDefaults() {
        try (var client = client()) {
            assertThat(client.getKubernetesVersion().getGitVersion()).startsWith("v1.34.");
            client.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("kept")
                            .withNamespace("default")
                            .endMetadata()
                            .addToData("a", "b")
                            .build())
                    .serverSideApply();
            // The controllers work, too.
            Await.atMost(Duration.ofSeconds(30), "the default service account")
                    .until(() -> client.serviceAccounts()
                                    .inNamespace("default")
                                    .withName("default")
                                    .get()
                            != null);
        }
        assertThat(cluster.isRunning()).isTrue();
    }

    @Test
    @Order(2)
    void secondUpChangesNothing() {
        var before = processes();
        var writes = new AuditLog(cluster.auditLog()).writesByAdmin();

        cluster.up(Progress.silent());

        assertThat(processes()).isEqualTo(before);
        assertThat(new AuditLog(cluster.auditLog()).writesByAdmin()).isEqualTo(writes);
    }

    @Test
    @Order(3)
    void healsAKilledApiServer() {
        kill("kube-apiserver");
        assertThat(cluster.isRunning()).isFalse();

        cluster.up(Progress.silent());

        assertThat(cluster.isRunning()).isTrue();
        assertThatDataIsThere();
    }

    @Test
    @Order(4)
    void healsWhenAllAreKilled() {
        kill("etcd");
        kill("kube-controller-manager");
        kill("kube-apiserver");

        cluster.up(Progress.silent());

        assertThatDataIsThere();
    }

    @Test
    @Order(5)
    void continuesAfterDown() {
        cluster.down(false, Progress.silent());
        assertThat(processes()).isEmpty();

        cluster.up(Progress.silent());

        assertThatDataIsThere();
    }

    @Test
    @Order(6)
    void anotherRunsBesideIt() {
        try (var other = LocalCluster.named(NAME + "-b", Profile.APISERVER).up(Progress.silent())) {
            assertThat(other.isRunning()).isTrue();
            assertThatDataIsThere();
        }
        assertThat(cluster.isRunning()).isTrue();
    }

    @Test
    @Order(7)
    void purgeLeavesNothing() {
        cluster.down(true, Progress.silent());

        assertThat(processes()).isEmpty();
        assertThat(cluster.stateDirectory()).doesNotExist();
        assertThat(Files.exists(Layout.of(NAME).lock())).isFalse();
        // And again: nothing to do is nothing to complain about.
        cluster.down(true, Progress.silent());
    }

    private static void assertThatDataIsThere() {
        try (var client = client()) {
            var kept =
                    client.configMaps().inNamespace("default").withName("kept").get();
            assertThat(kept).isNotNull();
            assertThat(kept.getData()).containsEntry("a", "b");
        }
    }

    private static KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(cluster.kubeconfig().toFile()))
                .build();
    }

    private static void kill(String daemon) {
        var processes = entries().stream()
                .filter(entry -> Daemon.nameIn(entry.mark()).equals(daemon))
                .map(ProcessTable.Entry::handle)
                .toList();
        assertThat(processes).isNotEmpty();
        ProcessTable.kill(processes);
    }

    private static Set<Long> processes() {
        return entries().stream().map(entry -> entry.handle().pid()).collect(Collectors.toSet());
    }

    private static List<ProcessTable.Entry> entries() {
        return ProcessTable.marked(cluster.stateDirectory() + ":");
    }
}
