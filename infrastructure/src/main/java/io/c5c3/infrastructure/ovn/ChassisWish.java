package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.BridgeMapping;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Facts;
import io.fabric8.kubernetes.api.model.Node;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A node as the network shall know it.
 *
 * @param address by which other nodes reach it; empty while the node does not tell
 * @param mappings of its own resource, else those of the cluster
 */
record ChassisWish(
        String node,
        String systemId,
        Optional<String> address,
        OVNChassis.TunnelType tunnel,
        List<BridgeMapping> mappings) {

    /** On a Node: the address for tunnels, where it is not the one by which Kubernetes knows the node. */
    static final String ADDRESS = "ovn.c5c3.io/encapsulation-ip";

    /**
     * One for each node the controller runs on.
     *
     * @param taken nodes that are another resource's
     */
    static List<ChassisWish> all(OVNCluster cluster, Set<String> taken, Facts facts) {
        var selector = cluster.getSpec().controller().nodeSelector().entrySet();
        return facts.all(Node.class).stream()
                .filter(node -> node.getMetadata().getDeletionTimestamp() == null)
                .filter(node -> !taken.contains(node.getMetadata().getName()))
                .filter(node -> labels(node).entrySet().containsAll(selector))
                .map(node -> of(node, cluster, facts))
                .sorted(Comparator.comparing(ChassisWish::node))
                .toList();
    }

    private static Map<String, String> labels(Node node) {
        var labels = node.getMetadata().getLabels();
        return labels == null ? Map.of() : labels;
    }

    private static ChassisWish of(Node node, OVNCluster cluster, Facts facts) {
        var name = node.getMetadata().getName();
        var there = facts.find(OVNChassis.class, name).map(OVNChassis::getSpec);
        return new ChassisWish(
                name,
                // Always the same for the same node, also when the node or its switch was set up anew.
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString(),
                address(node),
                there.map(spec -> spec.encapsulation().type()).orElse(OVNChassis.TunnelType.geneve),
                there.map(OVNChassis.Spec::bridgeMappings)
                        .filter(mappings -> !mappings.isEmpty())
                        .orElse(cluster.getSpec().controller().bridgeMappings()));
    }

    private static Optional<String> address(Node node) {
        var annotations = node.getMetadata().getAnnotations();
        var written = annotations == null ? null : annotations.get(ADDRESS);
        if (written != null) {
            return Optional.of(written).filter(text -> text.matches("[0-9a-fA-F.:]+"));
        }
        return node.getStatus() == null || node.getStatus().getAddresses() == null
                ? Optional.empty()
                : node.getStatus().getAddresses().stream()
                        .filter(address -> "InternalIP".equals(address.getType()))
                        .map(address -> address.getAddress())
                        .findFirst();
    }

    /** Its settings, as switch.sh reads them. A name without a value is taken away. */
    String settings(OvnConnection southbound) {
        var settings = new TreeMap<String, String>();
        settings.put("system-id", systemId);
        settings.put("hostname", node);
        settings.put("ovn-remote", southbound.text());
        settings.put("ovn-encap-type", tunnel.name());
        settings.put("ovn-encap-ip", address.orElse(""));
        // Each node gets the whole southbound database: dearer for the node, far cheaper for the server.
        settings.put("ovn-monitor-all", "true");
        var bridges = new Bridges(mappings);
        settings.put("ovn-bridge-mappings", bridges.mapped());
        // Routers go out where there is a way out.
        settings.put("ovn-cms-options", mappings.isEmpty() ? "" : "enable-chassis-as-gw");
        var lines = settings.entrySet().stream()
                .map(entry -> (entry.getKey() + " " + entry.getValue()).strip())
                .collect(Collectors.joining("\n", "", "\n"));
        return lines + bridges.lines();
    }
}
