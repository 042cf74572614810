package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Columns;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import io.c5c3.local.LocalNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The nodes of the local cluster, as Kubernetes sees them and as they are. */
public record NodeTable(KubernetesClient client) {
    private static final String ROLE = "node-role.kubernetes.io/";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

    public List<Text> lines(List<LocalNode> nodes) {
        var known = client.nodes().list().getItems().stream()
                .collect(Collectors.toMap(node -> node.getMetadata().getName(), node -> node));
        var pods = client.pods().inAnyNamespace().list().getItems().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null
                        && !FINISHED.contains(pod.getStatus().getPhase()))
                .collect(Collectors.groupingBy((Pod pod) -> pod.getSpec().getNodeName(), Collectors.counting()));
        var table = new Columns("NAME", "STATE", "ROLES", "ZONE", "ADDRESS", "PODS");
        for (var node : nodes) {
            var name = node.name();
            var found = Optional.ofNullable(known.get(name));
            table.row(
                    Text.of(name),
                    state(node.isRunning(), found),
                    Text.of(found.map(NodeTable::roles).orElse("")),
                    Text.of(found.map(one -> labels(one).getOrDefault(ZONE, "")).orElse("")),
                    Text.of(found.map(NodeTable::address).orElse("")),
                    Text.of(pods.getOrDefault(name, 0L).toString()));
        }
        return table.lines();
    }

    /** What Kubernetes says of a node without power is what it has not noticed yet. */
    static Text state(boolean running, Optional<Node> node) {
        if (!running) {
            return Text.of(Style.BAD, "stopped");
        }
        var ready = node.map(one -> one.getStatus().getConditions()).stream()
                .flatMap(List::stream)
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
        var state = ready ? Text.of(Style.GOOD, "Ready") : Text.of(Style.WAITING, "NotReady");
        return node.filter(one -> Boolean.TRUE.equals(one.getSpec().getUnschedulable()))
                        .isPresent()
                ? state.plus(Style.WAITING, ", drained")
                : state;
    }

    static String roles(Node node) {
        return labels(node).keySet().stream()
                .filter(label -> label.startsWith(ROLE))
                .map(label -> label.substring(ROLE.length()))
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static String address(Node node) {
        return node.getStatus().getAddresses().stream()
                .filter(address -> "InternalIP".equals(address.getType()))
                .map(NodeAddress::getAddress)
                .findFirst()
                .orElse("");
    }

    private static Map<String, String> labels(Node node) {
        return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
    }
}
