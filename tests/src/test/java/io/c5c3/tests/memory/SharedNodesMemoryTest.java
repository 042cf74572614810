package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Enrolment;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several clouds on one Kubernetes: a node is that of one of them, and the others say whose. */
@Tag("memory")
class SharedNodesMemoryTest {

    private static final String BLUE = "blue";

    private static final String COMPUTE = """
        apiVersion: nova.openstack.c5c3.io/v1alpha1
        kind: NovaCompute
        metadata: {name: hypervisors}
        spec: %s
        """;

    private static final String NETWORK = """
        apiVersion: ovn.c5c3.io/v1alpha1
        kind: OVNCluster
        metadata: {name: ovn}
        spec: %s
        """;

    private static final String NEUTRON = """
        apiVersion: neutron.openstack.c5c3.io/v1alpha1
        kind: Neutron
        metadata: {name: neutron}
        spec: %s
        """;

    private static final String BLUE_NODES = "{nodeSelector: {cloud: blue}}";

    private final Plane plane = new Plane();

    @BeforeEach
    void nodes() {
        plane.simulation.scheduleDaemons();
        node("node-1", Map.of(NovaCompute.HYPERVISOR, ""));
        node("node-2", Map.of("cloud", "blue"));
    }

    private void node(String name, Map<String, String> labels) {
        plane.simulation
                .cluster()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress("10.0.0." + name.substring(name.length() - 1), "InternalIP")
                        .endStatus()
                        .build());
    }

    private void label(String node, Map<String, String> labels) {
        plane.simulation
                .cluster()
                .edit(Node.class, "", node, found -> found.getMetadata().setLabels(labels));
    }

    /** Some time after all that is there already. */
    private <R extends HasMetadata> void add(String namespace, Class<R> kind, String yaml, Object... values) {
        later();
        put(namespace, kind, yaml, values);
        later();
    }

    private <R extends HasMetadata> void put(String namespace, Class<R> kind, String yaml, Object... values) {
        var resource = Json.KUBERNETES.unmarshal(yaml.formatted(values), kind);
        resource.getMetadata().setNamespace(namespace);
        plane.simulation.cluster().put(resource);
    }

    private void later() {
        plane.simulation.settle();
        plane.simulation.clock().advance(Duration.ofMinutes(1));
        plane.simulation.settle();
    }

    private Set<String> nodesOf(String namespace, String prefix) {
        return plane.simulation.cluster().list(Pod.class, namespace, Map.of()).stream()
                .filter(pod -> pod.getMetadata().getName().startsWith(prefix))
                .map(pod -> pod.getSpec().getNodeName())
                .collect(Collectors.toSet());
    }

    private String said(String namespace, Class<? extends HasMetadata> kind, String name) {
        return plane.simulation
                .cluster()
                .find(kind, namespace, name)
                .flatMap(resource -> Conditions.of(resource, "NodesFree"))
                .map(condition -> condition.getStatus() + " " + condition.getReason() + " " + condition.getMessage())
                .orElseThrow();
    }

    /** All of a namespace, to the byte. */
    private Map<String, JsonNode> everythingIn(String namespace) {
        var all = new TreeMap<>(plane.simulation.cluster().snapshot());
        all.keySet().removeIf(key -> !key.startsWith(namespace + "/"));
        return all;
    }

    @Test
    void theYoungerIsToldWhoseTheNodeIsAndTouchesNothing() {
        add(Simulation.NAMESPACE, NovaCompute.class, COMPUTE, "{}");
        add(Simulation.NAMESPACE, OVNCluster.class, NETWORK, "{}");
        add(Simulation.NAMESPACE, Neutron.class, NEUTRON, "{}");
        assertThat(nodesOf(Simulation.NAMESPACE, "hypervisors-libvirt-")).containsExactly("node-1");
        var before = everythingIn(Simulation.NAMESPACE);
        assertThat(before).isNotEmpty();
        put(BLUE, NovaCompute.class, COMPUTE, "{}");
        put(BLUE, OVNCluster.class, NETWORK, "{}");
        put(BLUE, Neutron.class, NEUTRON, "{}");
        plane.simulation.settle();
        assertThat(said(BLUE, NovaCompute.class, "hypervisors"))
                .startsWith("False NodeTaken Node/node-1 is that of NovaCompute/hypervisors in the namespace"
                        + " openstack: nothing is started there.");
        assertThat(said(BLUE, OVNCluster.class, "ovn"))
                .startsWith("False NodeTaken Node/node-1 is that of OVNCluster/ovn in the namespace openstack:");
        assertThat(said(BLUE, Neutron.class, "neutron"))
                .startsWith("False NodeTaken Node/node-1 is that of Neutron/neutron in the namespace openstack:");
        for (var agents : Set.of("hypervisors-", "ovn-ovs-", "ovn-controller-", "neutron-ovn-agent-")) {
            assertThat(nodesOf(BLUE, agents)).as(agents).isEmpty();
        }
        assertThat(plane.simulation.cluster().find(OVNChassis.class, BLUE, "node-1"))
                .isEmpty();
        assertThat(everythingIn(Simulation.NAMESPACE)).isEqualTo(before);
    }

    @Test
    void onNodesOfTheirOwnBothWork() {
        add(Simulation.NAMESPACE, NovaCompute.class, COMPUTE, "{}");
        add(Simulation.NAMESPACE, OVNCluster.class, NETWORK, "{}");
        add(BLUE, NovaCompute.class, COMPUTE, BLUE_NODES);
        add(BLUE, OVNCluster.class, NETWORK, "{controller: %s, ovs: %s}".formatted(BLUE_NODES, BLUE_NODES));
        assertThat(nodesOf(Simulation.NAMESPACE, "hypervisors-libvirt-")).containsExactly("node-1");
        assertThat(nodesOf(BLUE, "hypervisors-libvirt-")).containsExactly("node-2");
        assertThat(nodesOf(Simulation.NAMESPACE, "ovn-controller-")).containsExactly("node-1");
        assertThat(nodesOf(BLUE, "ovn-controller-")).containsExactly("node-2");
        for (var namespace : Set.of(Simulation.NAMESPACE, BLUE)) {
            assertThat(said(namespace, NovaCompute.class, "hypervisors")).startsWith("True");
            assertThat(said(namespace, OVNCluster.class, "ovn")).startsWith("True");
        }
    }

    @Test
    void whenTheFirstGoesTheSecondGoesOn() {
        add(Simulation.NAMESPACE, NovaCompute.class, COMPUTE, "{}");
        add(BLUE, NovaCompute.class, COMPUTE, "{}");
        assertThat(nodesOf(BLUE, "hypervisors-libvirt-")).isEmpty();
        plane.simulation.cluster().take(Ref.of(NovaCompute.class, Simulation.NAMESPACE, "hypervisors"));
        later();
        assertThat(nodesOf(Simulation.NAMESPACE, "hypervisors-libvirt-")).isEmpty();
        assertThat(nodesOf(BLUE, "hypervisors-libvirt-")).containsExactly("node-1");
        assertThat(said(BLUE, NovaCompute.class, "hypervisors")).startsWith("True");
    }

    /** Guests hang on the agents of a node: nobody comes by them because somebody else has put a label there. */
    @Test
    void whoIsThereStays() {
        add(Simulation.NAMESPACE, NovaCompute.class, COMPUTE, "{}");
        add(BLUE, NovaCompute.class, COMPUTE, BLUE_NODES);
        label("node-2", Map.of("cloud", "blue", NovaCompute.HYPERVISOR, ""));
        later();
        assertThat(nodesOf(BLUE, "hypervisors-libvirt-")).containsExactly("node-2");
        assertThat(nodesOf(Simulation.NAMESPACE, "hypervisors-libvirt-")).containsExactly("node-1");
        assertThat(said(Simulation.NAMESPACE, NovaCompute.class, "hypervisors"))
                .contains("NodeTaken Node/node-2 is that of NovaCompute/hypervisors in the namespace blue");
        assertThat(said(BLUE, NovaCompute.class, "hypervisors")).startsWith("True");
        label("node-2", Map.of(NovaCompute.HYPERVISOR, ""));
        later();
        assertThat(nodesOf(Simulation.NAMESPACE, "hypervisors-libvirt-")).containsExactlyInAnyOrder("node-1", "node-2");
    }

    @Test
    void aNodeHasOneSwitchWhoeverMakesIt() {
        add(Simulation.NAMESPACE, OVNCluster.class, NETWORK, "{}");
        add(BLUE, Neutron.class, NEUTRON, "{ml2: {mechanismDrivers: [openvswitch]}}");
        assertThat(said(BLUE, Neutron.class, "neutron"))
                .contains("NodeTaken Node/node-1 is that of OVNCluster/ovn in the namespace openstack");
        assertThat(nodesOf(BLUE, "neutron-ovs-")).isEmpty();
        assertThat(nodesOf(Simulation.NAMESPACE, "ovn-ovs-")).containsExactly("node-1");
    }

    /** Else anybody who may write one resource somewhere could keep others from all nodes. */
    @Test
    void whoMayHaveNoAgentsHasNoNodes() {
        plane.simulation
                .cluster()
                .put(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(BLUE)
                        .addToLabels(Enrolment.LABEL, "true")
                        .endMetadata()
                        .build());
        add(BLUE, NovaCompute.class, COMPUTE, "{}");
        add(Simulation.NAMESPACE, NovaCompute.class, COMPUTE, "{}");
        assertThat(nodesOf(Simulation.NAMESPACE, "hypervisors-libvirt-")).containsExactly("node-1");
        assertThat(said(Simulation.NAMESPACE, NovaCompute.class, "hypervisors")).startsWith("True");
    }
}
