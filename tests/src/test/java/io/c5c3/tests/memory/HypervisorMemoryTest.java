package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.services.nova.Compute;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that become hypervisors, cease to be, and are again, in a plane with every operator at work. */
@Tag("memory")
class HypervisorMemoryTest {

    private final Plane plane = new Plane(Plane.CORE);

    @BeforeEach
    void twoHypervisors() {
        plane.simulation.scheduleDaemons();
        node("node-1", "10.0.0.1");
        node("node-2", "10.0.0.2");
        settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(hypervisors()).containsExactly("node-1", "node-2");
    }

    private void node(String name, String address) {
        plane.simulation
                .cluster()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels(NovaCompute.HYPERVISOR, "")
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress(address, "InternalIP")
                        .endStatus()
                        .build());
    }

    private void label(String node, boolean hypervisor) {
        plane.simulation
                .cluster()
                .edit(
                        Node.class,
                        "",
                        node,
                        found -> found.getMetadata()
                                .setLabels(hypervisor ? Map.of(NovaCompute.HYPERVISOR, "") : Map.of("other", "")));
    }

    /** Works until nothing changes, with agents that report for as long as they have a pod. */
    private void settle() {
        for (var round = 0; round < 2; round++) {
            plane.simulation.settle();
            var controllers = nodesWith("ovn-controller-");
            for (var chassis : plane.simulation.cluster().list(OVNChassis.class, Simulation.NAMESPACE, Map.of())) {
                var spec = chassis.getSpec();
                if (controllers.contains(spec.hostname())) {
                    plane.ovsdb.register(spec.systemId(), spec.hostname());
                } else {
                    plane.ovsdb.silence(spec.systemId());
                }
            }
            var agents = nodesWith("hypervisors-compute-");
            for (var node : List.of("node-1", "node-2")) {
                plane.compute.report(Compute.AGENT, node, agents.contains(node));
            }
            // What is only asked for now and then is asked for.
            plane.simulation.clock().advance(Duration.ofMinutes(2));
        }
        plane.simulation.settle();
    }

    private Set<String> nodesWith(String prefix) {
        return plane.simulation.cluster().list(Pod.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(pod -> pod.getMetadata().getName().startsWith(prefix))
                .map(pod -> pod.getSpec().getNodeName())
                .collect(Collectors.toSet());
    }

    /** Those that Nova's agents report, OVN has a chassis for, and both call ready. */
    private Set<String> hypervisors() {
        var agents = plane.simulation.find(NovaCompute.class, "hypervisors").orElseThrow();
        var nodes = agents.getStatus().nodes().stream()
                .filter(node -> "up".equals(node.state()))
                .map(NovaCompute.Node::name)
                .collect(Collectors.toCollection(TreeSet::new));
        var chassis = plane.simulation.cluster().list(OVNChassis.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(Conditions::ready)
                .map(one -> one.getSpec().hostname())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(chassis).as("chassis and agents are on the same nodes").isEqualTo(nodes);
        assertThat(agents.getStatus().nodeCount()).isEqualTo(nodes.size());
        assertThat(plane.simulation
                        .find(Nova.class, "nova")
                        .orElseThrow()
                        .getStatus()
                        .cells()
                        .getFirst()
                        .computeNodes())
                .isEqualTo(nodes.size());
        assertThat(plane.ovsdb.chassis()).hasSize(nodes.size());
        return nodes;
    }

    @Test
    void aNodeLosesTheLabelAndHasItAgain() {
        var secrets = secrets();
        var systemId = chassis("node-2").getSpec().systemId();
        label("node-2", false);
        settle();
        assertThat(plane.simulation.find(OVNChassis.class, "node-2")).isEmpty();
        assertThat(hypervisors()).containsExactly("node-1");
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        label("node-2", true);
        settle();
        assertThat(hypervisors()).containsExactly("node-1", "node-2");
        assertThat(chassis("node-2").getSpec().systemId()).isEqualTo(systemId);
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(secrets()).isEqualTo(secrets);
    }

    @Test
    void withoutAnyHypervisorThePlaneSaysWhatToDo() {
        label("node-1", false);
        label("node-2", false);
        settle();
        assertThat(plane.why(NovaCompute.class, "hypervisors"))
                .startsWith("False")
                .contains("NoNodes", "kubectl label node NAME " + NovaCompute.HYPERVISOR);
        assertThat(plane.why(ControlPlane.class, "plane")).contains("NoNodes");
        label("node-1", true);
        settle();
        assertThat(hypervisors()).containsExactly("node-1");
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
    }

    @Test
    void anAgentThatFallsSilentIsNamed() {
        plane.compute.report(Compute.AGENT, "node-2", false);
        plane.ovsdb.silence(chassis("node-2").getSpec().systemId());
        // They are asked every five minutes, and given one to answer.
        plane.simulation.clock().advance(Duration.ofMinutes(6));
        plane.simulation.settle();
        plane.simulation.clock().advance(Duration.ofMinutes(2));
        plane.simulation.settle();
        assertThat(plane.why(NovaCompute.class, "hypervisors")).contains("WaitingForHypervisors", "node-2");
        assertThat(plane.why(OVNChassis.class, "node-2")).contains("NotResponding", "Node/node-2");
        assertThat(plane.why(OVNChassis.class, "node-1")).startsWith("True");
        settle();
        assertThat(hypervisors()).containsExactly("node-1", "node-2");
    }

    private OVNChassis chassis(String node) {
        return plane.simulation.find(OVNChassis.class, node).orElseThrow();
    }

    private Map<String, Object> secrets() {
        var values = new TreeMap<String, Object>();
        plane.simulation
                .cluster()
                .list(Secret.class, Simulation.NAMESPACE, Map.of())
                .forEach(secret -> values.put(secret.getMetadata().getName(), secret.getData()));
        return values;
    }
}
