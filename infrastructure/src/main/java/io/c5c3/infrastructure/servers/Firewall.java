package io.c5c3.infrastructure.servers;

import io.c5c3.api.common.NetworkRules;
import io.c5c3.engine.kube.Callers;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who may connect to a group of servers, and to whom they may.
 *
 * @param agents clients that are no pods with an address of their own
 */
record Firewall(ServerGroup group, NetworkRules rules, List<NetworkPolicyPeer> agents) {

    private static final int DNS = 53;

    NetworkPolicy policy(List<Integer> clients, List<PortRange> among) {
        return new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(group.name())
                .withLabels(group.labels())
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(group.selector())
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .withIngress(ingress(clients.stream().map(PortRange::of).toList(), among))
                .withEgress(egress(among))
                .endSpec()
                .build();
    }

    private List<NetworkPolicyIngressRule> ingress(List<PortRange> clients, List<PortRange> among) {
        var ways = new ArrayList<NetworkPolicyIngressRule>();
        ways.add(new NetworkPolicyIngressRuleBuilder()
                .withFrom(clients())
                .withPorts(tcp(clients))
                .build());
        if (!new HashSet<>(clients).containsAll(among)) {
            ways.add(new NetworkPolicyIngressRuleBuilder()
                    .withFrom(servers())
                    .withPorts(tcp(among))
                    .build());
        }
        return ways;
    }

    private List<NetworkPolicyPeer> clients() {
        return Stream.concat(Callers.of(rules).stream(), agents.stream()).toList();
    }

    private List<NetworkPolicyEgressRule> egress(List<PortRange> among) {
        var ways = new ArrayList<NetworkPolicyEgressRule>();
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .withPorts(port("UDP", DNS), port("TCP", DNS))
                .build());
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .withTo(servers())
                .withPorts(tcp(among))
                .build());
        ways.addAll(rules.additionalEgress());
        return ways;
    }

    private NetworkPolicyPeer servers() {
        return new NetworkPolicyPeerBuilder()
                .withNewPodSelector()
                .withMatchLabels(group.selector())
                .endPodSelector()
                .build();
    }

    private static List<NetworkPolicyPort> tcp(List<PortRange> ranges) {
        return ranges.stream()
                .map(range -> range.first() == range.last()
                        ? port("TCP", range.first())
                        : port("TCP", range.first())
                                .edit()
                                .withEndPort(range.last())
                                .build())
                .toList();
    }

    private static NetworkPolicyPort port(String protocol, int port) {
        return new NetworkPolicyPortBuilder()
                .withProtocol(protocol)
                .withPort(new IntOrString(port))
                .build();
    }
}
