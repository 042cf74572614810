package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.openstack.RabbitMQ;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What stands beside the servers. */
record ServerObjects(RabbitMQ rabbitmq) {

    static final String AMQP = "amqp";
    static final String MANAGEMENT = "management";
    static final String METRICS = "prometheus";
    static final String DISTRIBUTION = "distribution";

    /** Where servers ask each other for the port of the other, and that port. */
    static final int MAPPER_PORT = 4369;

    static final int DISTRIBUTION_PORT = 25672;
    private static final int DNS = 53;

    private ServerNames names() {
        return new ServerNames(rabbitmq);
    }

    Service client() {
        return service(names().client(), port(AMQP, names().port()), port(MANAGEMENT, names().managementPort()))
                .build();
    }

    /** Gives the servers names of their own, also while they are not ready: they have to find each other to become it. */
    Service headless() {
        return service(
                        names().name(),
                        port(AMQP, names().port()),
                        port(MANAGEMENT, names().managementPort()),
                        port(METRICS, RabbitMQ.METRICS_PORT))
                .editSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .endSpec()
                .build();
    }

    private ServiceBuilder service(String name, ServicePort... ports) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(names().labels())
                .endMetadata()
                .withNewSpec()
                .withSelector(names().selector())
                .withPorts(ports)
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

    /** One at a time may be away, or the rest would be a minority; of a single server there is nothing to keep. */
    Optional<PodDisruptionBudget> disruptionBudget() {
        if (rabbitmq.getSpec().replicas() == 1) {
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

    /** Clients reach the ports of clients, servers each other, and the servers themselves connect to nobody else. */
    Optional<NetworkPolicy> networkPolicy() {
        var rules = rabbitmq.getSpec().networkPolicy();
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
                .withPorts(tcp(names().port(), names().managementPort(), RabbitMQ.METRICS_PORT))
                .endIngress()
                .addNewIngress()
                .withFrom(servers())
                .withPorts(tcp(MAPPER_PORT, DISTRIBUTION_PORT))
                .endIngress()
                .withEgress(egress(rules.additionalEgress()))
                .endSpec()
                .build());
    }

    /** Everybody, unless the resource says who; then also our own pods anywhere, or the services and the operator would be shut out. */
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
                .withTo(servers())
                .withPorts(tcp(MAPPER_PORT, DISTRIBUTION_PORT))
                .build());
        ways.addAll(more);
        return ways;
    }

    private NetworkPolicyPeer servers() {
        return new NetworkPolicyPeerBuilder()
                .withNewPodSelector()
                .withMatchLabels(names().selector())
                .endPodSelector()
                .build();
    }

    private static List<NetworkPolicyPort> tcp(int... ports) {
        return Arrays.stream(ports).mapToObj(port -> firewall("TCP", port)).toList();
    }

    private static NetworkPolicyPort firewall(String protocol, int port) {
        return new NetworkPolicyPortBuilder()
                .withProtocol(protocol)
                .withPort(new IntOrString(port))
                .build();
    }

    ServiceMonitor serviceMonitor() {
        var wish = rabbitmq.getSpec().monitoring();
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
