package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Golden;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A cluster in memory with nodes, and controllers on them that do what real ones do. */
final class OvnWorld {

    static final String NAME = "ovn";
    private final InstantSource clock = () -> simulation().clock().instant();
    private final MemoryOvsdb ovsdb = new MemoryOvsdb(clock);
    private final Simulation simulation = new Simulation(
            List.of(new OVNClusterBlueprint(), new OVNChassisBlueprint()), new Ports().with(Ovsdb.class, ovsdb));

    Simulation simulation() {
        return simulation;
    }

    MemoryOvsdb ovsdb() {
        return ovsdb;
    }

    OVNCluster add(String golden) {
        return simulation.add(Golden.resource(OVNCluster.class, golden));
    }

    void node(String name, String address) {
        simulation
                .cluster()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels(OVNCluster.HYPERVISOR, "")
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress(address, "InternalIP")
                        .endStatus()
                        .build());
    }

    void label(String node, boolean hypervisor) {
        simulation
                .cluster()
                .edit(
                        Node.class,
                        "",
                        node,
                        found -> found.getMetadata()
                                .setLabels(hypervisor ? Map.of(OVNCluster.HYPERVISOR, "") : Map.of("other", "")));
    }

    /** The DaemonSet's pod runs on the node, and its controller registers. */
    void start(String node) {
        simulation.add(new PodBuilder()
                .withNewMetadata()
                .withName("ovn-controller-" + node)
                .withLabels(NodePods.selector(NAME, NodePods.CONTROLLER))
                .addToLabels(Labels.MANAGED_BY, "c5c3")
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .endSpec()
                .build());
        ovsdb.register(systemId(node), node);
    }

    void stop(String node) {
        take(Pod.class, "ovn-controller-" + node);
        ovsdb.silence(systemId(node));
    }

    static String systemId(String node) {
        return UUID.nameUUIDFromBytes(node.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString();
    }

    void take(Class<? extends HasMetadata> kind, String name) {
        simulation.cluster().take(Ref.of(kind, Simulation.NAMESPACE, name));
    }

    OVNCluster cluster() {
        return simulation.find(OVNCluster.class, NAME).orElseThrow();
    }

    OVNChassis chassis(String node) {
        return simulation.find(OVNChassis.class, node).orElseThrow();
    }

    Condition condition(String type) {
        return Conditions.of(cluster(), type).orElseThrow();
    }

    Condition condition(String node, String type) {
        return Conditions.of(chassis(node), type).orElseThrow();
    }

    /** The write requests that looking at everything once more makes. */
    List<String> writes() {
        var before = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        var after = simulation.cluster().writes();
        return after.subList(before, after.size());
    }
}
