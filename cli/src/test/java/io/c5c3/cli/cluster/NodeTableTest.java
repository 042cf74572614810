package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeTableTest {
    @Test
    void whatHasNoPowerIsStoppedWhateverKubernetesBelieves() {
        assertThat(NodeTable.state(false, Optional.of(node("True", false)))).hasToString("stopped");
    }

    @Test
    void whatHasPowerIsWhatKubernetesSays() {
        assertThat(NodeTable.state(true, Optional.of(node("True", false)))).hasToString("Ready");
        assertThat(NodeTable.state(true, Optional.of(node("Unknown", false)))).hasToString("NotReady");
        assertThat(NodeTable.state(true, Optional.of(node("True", true)))).hasToString("Ready, drained");
        assertThat(NodeTable.state(true, Optional.empty())).hasToString("NotReady");
    }

    @Test
    void rolesAreLabels() {
        assertThat(NodeTable.roles(node("True", false))).isEqualTo("control,hypervisor");
    }

    private static Node node(String ready, boolean unschedulable) {
        return new NodeBuilder()
                .withNewMetadata()
                .addToLabels("node-role.kubernetes.io/hypervisor", "")
                .addToLabels("node-role.kubernetes.io/control", "")
                .addToLabels("kubernetes.io/os", "linux")
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(unschedulable)
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .endStatus()
                .build();
    }
}
