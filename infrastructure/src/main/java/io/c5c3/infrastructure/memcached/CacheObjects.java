package io.c5c3.infrastructure.memcached;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.Callers;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What stands beside the servers. */
record CacheObjects(Memcached memcached) {

    static final String PORT_NAME = "memcached";
    static final String METRICS_NAME = "metrics";
    static final int METRICS_PORT = 9150;
    private static final String SERVICE = "memcached";
    private static final String COMPONENT = "cache";

    String name() {
        return memcached.getMetadata().getName();
    }

    private Memcached.Spec spec() {
        return memcached.getSpec();
    }

    Map<String, String> labels() {
        return Labels.of(SERVICE, name(), COMPONENT);
    }

    Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), COMPONENT);
    }

    /** The exporter has no way to log in, so where logins are asked for there are no metrics. */
    boolean exports() {
        return spec().monitoring().enabled() && !spec().security().sasl().enabled();
    }

    /** Names that stay the same however pods come and go: a client's hash ring must not turn with every restart. */
    List<String> servers() {
        return IntStream.range(0, spec().replicas())
                .mapToObj(i -> name() + "-" + i + "." + name() + "."
                        + memcached.getMetadata().getNamespace() + ".svc.cluster.local:" + Memcached.PORT)
                .toList();
    }

    Service service() {
        var annotations = spec().service().annotations();
        var service = new ServiceBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .withAnnotations(annotations.isEmpty() ? null : new TreeMap<>(annotations))
                .endMetadata()
                .withNewSpec()
                .withClusterIP("None")
                .withSelector(selector())
                .addNewPort()
                .withName(PORT_NAME)
                .withPort(Memcached.PORT)
                .withNewTargetPort(PORT_NAME)
                .withProtocol("TCP")
                .endPort()
                .endSpec();
        if (exports()) {
            service.editSpec()
                    .addNewPort()
                    .withName(METRICS_NAME)
                    .withPort(METRICS_PORT)
                    .withNewTargetPort(METRICS_NAME)
                    .withProtocol("TCP")
                    .endPort()
                    .endSpec();
        }
        return service.build();
    }

    Optional<PodDisruptionBudget> disruptionBudget() {
        var budget = spec().highAvailability().podDisruptionBudget();
        if (budget == null || !budget.enabled()) {
            return Optional.empty();
        }
        var least = budget.minAvailable();
        var most = least == null && budget.maxUnavailable() == null ? new IntOrString(1) : budget.maxUnavailable();
        return Optional.of(new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withMinAvailable(least)
                .withMaxUnavailable(most)
                // A pod that does not work protects nothing by staying.
                .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                .withNewSelector()
                .withMatchLabels(selector())
                .endSelector()
                .endSpec()
                .build());
    }

    NetworkPolicy networkPolicy() {
        var rules = spec().security().networkPolicy();
        var ports = new ArrayList<>(List.of(Memcached.PORT));
        if (exports()) {
            ports.add(METRICS_PORT);
        }
        return new NetworkPolicyBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(selector())
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .addNewIngress()
                .withFrom(Callers.of(rules))
                .withPorts(ports.stream()
                        .map(port -> new NetworkPolicyPortBuilder()
                                .withProtocol("TCP")
                                .withPort(new IntOrString(port))
                                .build())
                        .toList())
                .endIngress()
                // The servers themselves connect to nobody.
                .withEgress(rules.additionalEgress())
                .endSpec()
                .build();
    }

    ServerGroup group() {
        return new ServerGroup(name(), labels(), selector());
    }
}
