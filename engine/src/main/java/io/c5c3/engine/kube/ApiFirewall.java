package io.c5c3.engine.kube;

import io.c5c3.api.common.NetworkRules;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who may connect to the pods of a service, and where they may connect to.
 *
 * @param pods the labels of all its pods, those of its Jobs included: they need the same ways out
 * @param outwards the ports of what it stands on
 */
public record ApiFirewall(
        String name,
        Map<String, String> labels,
        Map<String, String> pods,
        int port,
        Collection<Integer> outwards,
        NetworkRules rules) {

    private static final int DNS = 53;

    public List<HasMetadata> policy() {
        if (!rules.enabled()) {
            return List.of();
        }
        return List.of(new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(new TreeMap<>(pods))
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .addNewIngress()
                .withFrom(from())
                .withPorts(tcp(port))
                .endIngress()
                .withEgress(egress())
                .endSpec()
                .build());
    }

    /** Everybody, unless the resource says who; then also our own pods anywhere, or other services and the operator would be shut out. */
    private List<NetworkPolicyPeer> from() {
        if (rules.ingress().isEmpty()) {
            return List.of();
        }
        var peers = new ArrayList<>(rules.ingress());
        peers.add(new NetworkPolicyPeerBuilder()
                .withNamespaceSelector(new LabelSelector())
                .withNewPodSelector()
                .withMatchLabels(Map.of("app.kubernetes.io/part-of", "cobaltcore"))
                .endPodSelector()
                .build());
        return peers;
    }

    private List<NetworkPolicyEgressRule> egress() {
        var ways = new ArrayList<NetworkPolicyEgressRule>();
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .withPorts(port("UDP", DNS), tcp(DNS))
                .build());
        SortedSet<Integer> sorted = new TreeSet<>(outwards);
        if (!sorted.isEmpty()) {
            ways.add(new NetworkPolicyEgressRuleBuilder()
                    .withPorts(sorted.stream().map(ApiFirewall::tcp).toList())
                    .build());
        }
        ways.addAll(rules.additionalEgress());
        return ways;
    }

    private static NetworkPolicyPort tcp(int port) {
        return port("TCP", port);
    }

    private static NetworkPolicyPort port(String protocol, int port) {
        return new NetworkPolicyPortBuilder()
                .withProtocol(protocol)
                .withPort(new IntOrString(port))
                .build();
    }
}
