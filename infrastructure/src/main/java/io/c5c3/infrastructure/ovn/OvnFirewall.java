package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Facts;
import io.c5c3.engine.kube.Callers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who may connect to what. The pods on the nodes use the nodes' own network, where policies do not reach: they are known by its addresses. */
record OvnFirewall(OVNCluster cluster, Facts facts) {

    private static final int DNS = 53;

    /** Clients are those of the plane, those of a plane elsewhere that was granted it, and whom the resource names; members are spoken to by members only. */
    List<HasMetadata> database(RaftDatabase database) {
        var side = database.side();
        var members = new NetworkPolicyPeerBuilder()
                .withNewPodSelector()
                .withMatchLabels(database.selector())
                .endPodSelector()
                .build();
        return policy(
                database.name(),
                database.labels(),
                database.selector(),
                List.of(
                        new NetworkPolicyIngressRuleBuilder()
                                .withFrom(clients(side))
                                .withPorts(tcp(side.port()))
                                .build(),
                        new NetworkPolicyIngressRuleBuilder()
                                .withFrom(members)
                                .withPorts(tcp(side.port()), tcp(side.raftPort()))
                                .build()),
                new NetworkPolicyEgressRuleBuilder()
                        .withTo(members)
                        .withPorts(tcp(side.port()), tcp(side.raftPort()))
                        .build());
    }

    /** The daemon between the databases talks to them and to nobody else; nobody talks to it. */
    List<HasMetadata> northd(String name, Map<String, String> labels, Map<String, String> selector) {
        return policy(
                name,
                labels,
                selector,
                List.of(),
                new NetworkPolicyEgressRuleBuilder()
                        .withPorts(tcp(OVNCluster.NORTHBOUND_PORT), tcp(OVNCluster.SOUTHBOUND_PORT))
                        .build());
    }

    private List<HasMetadata> policy(
            String name,
            Map<String, String> labels,
            Map<String, String> selector,
            List<NetworkPolicyIngressRule> inwards,
            NetworkPolicyEgressRule... outwards) {
        var rules = cluster.getSpec().networkPolicy();
        if (!rules.enabled()) {
            return List.of();
        }
        var ways = new ArrayList<NetworkPolicyEgressRule>();
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .withPorts(port("UDP", DNS), port("TCP", DNS))
                .build());
        ways.addAll(Arrays.asList(outwards));
        ways.addAll(rules.additionalEgress());
        return List.of(new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(new TreeMap<>(selector))
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .withIngress(inwards)
                .withEgress(ways)
                .endSpec()
                .build());
    }

    /** Controllers on the nodes read the southbound database only. */
    private List<NetworkPolicyPeer> clients(Side side) {
        var peers = new ArrayList<>(Callers.of(cluster.getSpec().networkPolicy()));
        peers.addAll(Callers.granted(cluster, facts));
        if (side == Side.SOUTHBOUND) {
            peers.addAll(Callers.nodes(facts));
        }
        return peers;
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
