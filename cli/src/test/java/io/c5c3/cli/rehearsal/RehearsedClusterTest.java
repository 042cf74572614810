package io.c5c3.cli.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.cli.cluster.ClientPod;
import io.c5c3.cli.cluster.Kinds;
import io.c5c3.cli.cluster.Operator;
import io.c5c3.cli.plane.Inventory;
import io.c5c3.cli.plane.Observed;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsedClusterTest {

    @Test
    void hasWhatTheFirstCommandsAskFor(@TempDir Path folder) throws Exception {
        var kubeconfig = folder.resolve("c5c3/kubeconfig");
        try (var cluster = RehearsedCluster.start(kubeconfig);
                var client = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                        .build()) {
            var kinds = new Kinds(client);
            assertThat(Inventory.list(kinds, Optional.empty()))
                    .as("%s", cluster)
                    .extracting(Observed::title)
                    .containsExactlyInAnyOrder("ControlPlane/rehearsal", "MariaDB/mariadb", "Memcached/memcached");
            assertThat(Inventory.plane(kinds).name()).isEqualTo(RehearsedCluster.PLANE);
            assertThat(new Operator(client).rollout().orElseThrow().complete()).isTrue();
            assertThatCode(() -> ClientPod.prepare(client, kinds, RehearsedCluster.NAMESPACE, RehearsedCluster.PLANE))
                    .as("its pod is there, and not waited for")
                    .doesNotThrowAnyException();
        }
        assertThat(kubeconfig).doesNotExist();
    }

    @Test
    void neverTakesThePlaceOfARealOne(@TempDir Path folder) throws Exception {
        var real = Files.createFile(folder.resolve("kubeconfig"));
        assertThatThrownBy(() -> RehearsedCluster.start(real)).hasMessageContaining("is that of a real cluster");
    }
}
