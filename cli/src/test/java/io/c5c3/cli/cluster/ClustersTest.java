package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClustersTest {

    @Test
    void withoutKubeconfigItIsTheLocalCluster() {
        assertThat(Clusters.choose(Map.of()).describe()).isEqualTo("the local cluster c5c3");
        assertThat(Clusters.choose(Map.of("C5C3_CLUSTER", "try")).describe()).isEqualTo("the local cluster try");
        assertThat(Clusters.choose(Map.of("KUBECONFIG", " "))).isInstanceOf(Target.Local.class);
    }

    @Test
    void kubeconfigLeadsElsewhereUnlessItLeadsToTheLocalCluster(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("config"), "").toString();
        assertThat(Clusters.choose(Map.of("KUBECONFIG", file)).kubeconfig()).isEqualTo(file);
        var own = LocalCluster.standard().kubeconfig().toString();
        assertThat(Clusters.choose(Map.of("KUBECONFIG", own))).isInstanceOf(Target.Local.class);
    }

    @Test
    void aKubeconfigThatIsNotThereIsToldAtOnce() {
        assertThatThrownBy(() -> Clusters.choose(Map.of("KUBECONFIG", "/nowhere")))
                .hasMessage(
                        "KUBECONFIG is set to /nowhere, which cannot be read. Correct it, or unset it to use the local cluster.");
    }
}
