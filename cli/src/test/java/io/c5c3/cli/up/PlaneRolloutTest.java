package io.c5c3.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.rehearsal.RehearsedCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaneRolloutTest {

    @Test
    void whatRunsOnEveryNodeIsWaitedForAsWell(@TempDir Path folder) throws Exception {
        var kubeconfig = folder.resolve("kubeconfig");
        try (var cluster = RehearsedCluster.start(kubeconfig);
                var client = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                        .build()) {
            assertThat(PlaneRollout.workloads(client, Set.of(RehearsedCluster.NAMESPACE)))
                    .as("%s", cluster)
                    .extracting(HasMetadata::getKind)
                    .contains("Deployment", "StatefulSet", "DaemonSet");
        }
    }
}
