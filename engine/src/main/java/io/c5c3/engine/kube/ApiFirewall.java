package io.c5c3.engine.kube;

import io.c5c3.api.common.NetworkRules;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who may connect to the pods of a service, and where they may connect to.
 *
 * @param pods the labels of all its pods, those of its Jobs included: they need the same ways out
 * @param inwards the ports it listens on
 * @param outwards the ports of what it stands on
 * @param callers who may connect to it; empty: everybody
 */
public record ApiFirewall(
        String name,
        Map<String, String> labels,
        Map<String, String> pods,
        Collection<Integer> inwards,
        Collection<Integer> outwards,
        NetworkRules rules,
        List<NetworkPolicyPeer> callers) {

    private static final int DNS = 53;

    /** Everybody may call: an API is there for that, and asks for a token. If the resource says who, then these and the plane itself. */
    public ApiFirewall(
            String name,
            Map<String, String> labels,
            Map<String, String> pods,
            Collection<Integer> inwards,
            Collection<Integer> outwards,
            NetworkRules rules) {
        this(name, labels, pods, inwards, outwards, rules, rules.ingress().isEmpty() ? List.of() : Callers.of(rules));
    }

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
                .withFrom(callers)
                .withPorts(tcp(inwards))
                .endIngress()
                .withEgress(egress())
                .endSpec()
                .build());
    }

    private List<NetworkPolicyEgressRule> egress() {
        var ways = new ArrayList<NetworkPolicyEgressRule>();
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .withPorts(port("UDP", DNS), port("TCP", DNS))
                .build());
        if (!outwards.isEmpty()) {
            ways.add(new NetworkPolicyEgressRuleBuilder()
                    .withPorts(tcp(outwards))
                    .build());
        }
        ways.addAll(rules.additionalEgress());
        return ways;
    }

    /** Three neighbours and more are one entry, a range. */
    private static List<NetworkPolicyPort> tcp(Collection<Integer> ports) {
        var entries = new ArrayList<NetworkPolicyPort>();
        var left = new TreeSet<>(ports);
        while (!left.isEmpty()) {
            int first = left.first();
            var last = first;
            while (left.contains(last + 1)) {
                last++;
            }
            if (last - first < 2) {
                last = first;
            }
            var entry = port("TCP", first);
            entry.setEndPort(last == first ? null : Integer.valueOf(last));
            entries.add(entry);
            left.headSet(last, true).clear();
        }
        return entries;
    }

    private static NetworkPolicyPort port(String protocol, int port) {
        return new NetworkPolicyPortBuilder()
                .withProtocol(protocol)
                .withPort(new IntOrString(port))
                .build();
    }
}
