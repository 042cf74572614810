package io.c5c3.infrastructure.ovn;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.ovn.BridgeMapping;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Golden;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OvnGoldenTest {

    @ParameterizedTest
    @ValueSource(strings = {"ovn/minimal", "ovn/seed"})
    void alone(String name) {
        Golden.check(new OVNClusterBlueprint(), name);
    }

    /** Two nodes, one of which has mappings of its own and an address for tunnels; a third is no hypervisor. */
    @Test
    void withNodes() {
        Golden.check(new OVNClusterBlueprint(), "ovn/full", nodes());
    }

    @Test
    void aChassis() {
        Golden.check(
                new OVNChassisBlueprint(), "ovn/chassis", Golden.facts(Golden.resource(OVNCluster.class, "ovn/seed")));
    }

    @Test
    void aChassisWithoutACluster() {
        var plan = Golden.plan(new OVNChassisBlueprint(), "ovn/chassis", Golden.facts());
        assertThat(plan.entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.condition()).isEqualTo("OVSConnected"));
    }

    private static Facts nodes() {
        var own = new OVNChassis();
        own.setMetadata(new ObjectMetaBuilder()
                .withName("node-b")
                .withNamespace("openstack")
                .build());
        own.setSpec(new OVNChassis.Spec(
                "node-b",
                "x",
                List.of(new BridgeMapping("external", "br-ex", "eth1"), new BridgeMapping("storage", "br-storage")),
                new OVNChassis.Encapsulation(OVNChassis.TunnelType.vxlan, "192.0.2.2")));
        return Golden.facts(
                node("node-b", "compute", "10.0.0.2")
                        .edit()
                        .editMetadata()
                        .addToAnnotations("ovn.c5c3.io/encapsulation-ip", "192.0.2.2")
                        .endMetadata()
                        .build(),
                node("node-a", "compute", "10.0.0.1"),
                node("node-c", "control", "10.0.0.3"),
                own);
    }

    private static Node node(String name, String role, String address) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-of-" + name)
                .addToLabels("role", role)
                .endMetadata()
                .withNewStatus()
                .addNewAddress(address, "InternalIP")
                .endStatus()
                .build();
    }
}
