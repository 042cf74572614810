package io.c5c3.engine.kube;

import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Grants;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who connects to the servers of a plane. A label is believed only together with a namespace: anybody may write any label on his own pods,
 * but whoever makes pods in the plane's namespace, or in the operators', can read the Secrets there anyway.
 */
public final class Callers {

    /** On all pods that an operator makes, and on the operators' own. */
    private static final Map<String, String> OURS = Map.of("app.kubernetes.io/part-of", "cobaltcore");

    /** The API server writes it on every namespace itself; nobody can give one the name of another. */
    private static final String NAMESPACE = "kubernetes.io/metadata.name";

    /** Where the operators run: all in one namespace, that of this process. */
    private static final String OPERATORS =
            Optional.ofNullable(System.getenv("POD_NAMESPACE")).orElse("c5c3-system");

    private static final Set<String> ADDRESSES = Set.of("InternalIP", "ExternalIP");

    private Callers() {}

    /** The pods of the plane and the operators, and whom the resource names. */
    public static List<NetworkPolicyPeer> of(NetworkRules rules) {
        var peers = new ArrayList<>(List.of(plane(), operators()));
        peers.addAll(rules.ingress());
        return peers;
    }

    /** Without a namespace: of the policy's own. */
    private static NetworkPolicyPeer plane() {
        return new NetworkPolicyPeerBuilder()
                .withPodSelector(
                        new LabelSelectorBuilder().withMatchLabels(OURS).build())
                .build();
    }

    private static NetworkPolicyPeer operators() {
        return ours(OPERATORS);
    }

    /** Our pods of the namespaces that a ReferenceGrant lets refer to it: a reference is of no use to pods that are not let in. */
    public static List<NetworkPolicyPeer> granted(HasMetadata server, Facts facts) {
        return facts.serves(ReferenceGrant.class)
                ? Grants.guests(Ref.of(server), facts.all(ReferenceGrant.class)).stream()
                        .map(Callers::ours)
                        .toList()
                : List.of();
    }

    private static NetworkPolicyPeer ours(String namespace) {
        return new NetworkPolicyPeerBuilder()
                .withNamespaceSelector(new LabelSelectorBuilder()
                        .withMatchLabels(Map.of(NAMESPACE, namespace))
                        .build())
                .withPodSelector(
                        new LabelSelectorBuilder().withMatchLabels(OURS).build())
                .build();
    }

    /**
     * Agents on hypervisors use their node's own network, where no label reaches: they are known by the addresses of the nodes. Most
     * enforcers let a node reach its own pods without asking; a pod on another node needs this.
     */
    public static List<NetworkPolicyPeer> nodes(Facts facts) {
        return facts.all(Node.class).stream()
                .flatMap(Callers::addresses)
                .distinct()
                .sorted()
                .map(address -> new NetworkPolicyPeerBuilder()
                        .withNewIpBlock()
                        .withCidr(address + (address.contains(":") ? "/128" : "/32"))
                        .endIpBlock()
                        .build())
                .toList();
    }

    private static Stream<String> addresses(Node node) {
        var status = node.getStatus();
        return status == null || status.getAddresses() == null
                ? Stream.empty()
                : status.getAddresses().stream()
                        .filter(address -> ADDRESSES.contains(address.getType()))
                        .map(address -> address.getAddress());
    }
}
