package io.c5c3.infrastructure.valkey;

import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.openstack.Valkey;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What stands beside the servers. */
record StoreObjects(Valkey valkey) {

    static final String SERVER = "valkey";
    static final String SENTINEL = "sentinel";
    static final String METRICS = "metrics";

    private static final int DNS = 53;

    private StoreNames names() {
        return new StoreNames(valkey);
    }

    /** The names and numbers of the ports there are. */
    Map<String, Integer> ports() {
        var ports = new TreeMap<>(Map.of(SERVER, Valkey.PORT));
        if (names().guarded()) {
            ports.put(SENTINEL, Valkey.SENTINEL_PORT);
        }
        if (valkey.getSpec().metrics().enabled()) {
            ports.put(METRICS, Valkey.METRICS_PORT);
        }
        return ports;
    }

    /** All servers, any of whose sentinels tells who the primary is; without sentinels, the one that always is. */
    Service client() {
        var selector = new TreeMap<>(names().selector());
        if (!names().guarded()) {
            selector.put("statefulset.kubernetes.io/pod-name", names().first());
        }
        return service(names().client(), selector).build();
    }

    /** Gives the servers names of their own, also while they are not ready: they have to find each other to become it. */
    Service headless() {
        return service(names().name(), names().selector())
                .editSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .endSpec()
                .build();
    }

    private ServiceBuilder service(String name, Map<String, String> selector) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(names().labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(selector)
                .withPorts(ports().entrySet().stream()
                        .map(port -> port(port.getKey(), port.getValue()))
                        .toList())
                .endSpec();
    }

    private static ServicePort port(String name, int port) {
        return new ServicePortBuilder()
                .withName(name)
                .withPort(port)
                .withNewTargetPort(name)
                .withProtocol("TCP")
                .build();
    }

    /** One at a time may be away, or the rest could not elect; of a single server there is nothing to keep. */
    Optional<PodDisruptionBudget> disruptionBudget() {
        if (valkey.getSpec().replicas() == 1) {
            return Optional.empty();
        }
        return Optional.of(new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(names().name())
                .withLabels(names().labels())
                .endMetadata()
                .withNewSpec()
                .withMaxUnavailable(new IntOrString(1))
                .withNewSelector()
                .withMatchLabels(names().selector())
                .endSelector()
                .endSpec()
                .build());
    }

    /** Servers use the ports of clients among themselves, and connect to nobody else. */
    Optional<NetworkPolicy> networkPolicy() {
        var rules = valkey.getSpec().networkPolicy();
        if (!rules.enabled()) {
            return Optional.empty();
        }
        return Optional.of(new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(names().name())
                .withLabels(names().labels())
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(names().selector())
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .addNewIngress()
                .withFrom(clients(rules.ingress()))
                .withPorts(tcp())
                .endIngress()
                .withEgress(egress(rules.additionalEgress()))
                .endSpec()
                .build());
    }

    /** Everybody, unless the resource says who; then also our own pods anywhere, or servers and operator would be shut out. */
    private static List<NetworkPolicyPeer> clients(List<NetworkPolicyPeer> written) {
        if (written.isEmpty()) {
            return List.of();
        }
        var peers = new ArrayList<>(written);
        peers.add(new NetworkPolicyPeerBuilder()
                .withNamespaceSelector(new LabelSelector())
                .withNewPodSelector()
                .withMatchLabels(Map.of("app.kubernetes.io/part-of", "cobaltcore"))
                .endPodSelector()
                .build());
        return peers;
    }

    private List<NetworkPolicyEgressRule> egress(List<NetworkPolicyEgressRule> more) {
        var ways = new ArrayList<NetworkPolicyEgressRule>();
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .withPorts(firewall("UDP", DNS), firewall("TCP", DNS))
                .build());
        ways.add(new NetworkPolicyEgressRuleBuilder()
                .addNewTo()
                .withNewPodSelector()
                .withMatchLabels(names().selector())
                .endPodSelector()
                .endTo()
                .withPorts(tcp())
                .build());
        ways.addAll(more);
        return ways;
    }

    private List<NetworkPolicyPort> tcp() {
        return ports().values().stream().map(port -> firewall("TCP", port)).toList();
    }

    private static NetworkPolicyPort firewall(String protocol, int port) {
        return new NetworkPolicyPortBuilder()
                .withProtocol(protocol)
                .withPort(new IntOrString(port))
                .build();
    }

    ServiceMonitor serviceMonitor() {
        var wish = valkey.getSpec().metrics().monitor();
        var labels = new TreeMap<>(names().labels());
        labels.putAll(wish.labels());
        var monitor = new ServiceMonitor();
        monitor.setMetadata(new ObjectMetaBuilder()
                .withName(names().name())
                .withLabels(labels)
                .build());
        monitor.setSpec(new ServiceMonitor.Spec(
                new LabelSelectorBuilder().withMatchLabels(names().selector()).build(),
                List.of(new ServiceMonitor.Endpoint(METRICS, wish.interval()))));
        return monitor;
    }
}
