package io.c5c3.infrastructure.servers;

import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Servers that know each other, as a StatefulSet runs them, and what stands beside every such group.
 *
 * @param name of the StatefulSet, of the Service that gives the servers names of their own, and of all that there is once
 * @param selector which of the labels tell the pods of this group from all others
 */
public record ServerGroup(String name, Map<String, String> labels, Map<String, String> selector) {

    private static final int STRONGEST = 100;

    public ServerGroup {
        labels = new TreeMap<>(labels);
        selector = new TreeMap<>(selector);
    }

    public static ServicePort port(String name, int port) {
        return new ServicePortBuilder()
                .withName(name)
                .withPort(port)
                .withNewTargetPort(name)
                .withProtocol("TCP")
                .build();
    }

    /** A Service to the pods with these labels. */
    public Service service(String name, Map<String, String> pods, List<ServicePort> ports) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withSelector(pods)
                .withPorts(ports)
                .endSpec()
                .build();
    }

    /** Gives the servers names of their own, also while they are not ready: they have to find each other to become it. */
    public Service headless(List<ServicePort> ports) {
        return service(name, selector, ports)
                .edit()
                .editSpec()
                .withClusterIP("None")
                .withPublishNotReadyAddresses(true)
                .endSpec()
                .build();
    }

    /** The servers themselves, each with volumes of its own. */
    public StatefulSet statefulSet(int replicas, PodTemplateSpec pod, List<PersistentVolumeClaim> volumes) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withServiceName(name)
                // After a power cut servers wait for each other; one that had to be ready first would wait forever.
                .withPodManagementPolicy("Parallel")
                .withNewSelector()
                .withMatchLabels(selector)
                .endSelector()
                .withTemplate(pod)
                .withVolumeClaimTemplates(volumes)
                .endSpec()
                .build();
    }

    /** Each on a node of its own as far as there are nodes, unless the resource says how. */
    public Affinity apart(@Nullable Affinity written) {
        if (written != null && written.getPodAntiAffinity() != null) {
            return written;
        }
        return (written == null ? new AffinityBuilder() : new AffinityBuilder(written))
                .withNewPodAntiAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(STRONGEST)
                .withNewPodAffinityTerm()
                .withNewLabelSelector()
                .withMatchLabels(selector)
                .endLabelSelector()
                .withTopologyKey("kubernetes.io/hostname")
                .endPodAffinityTerm()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .build();
    }

    /** One at a time may be away, or the rest would be a minority; of a single server there is nothing to keep. */
    public Optional<PodDisruptionBudget> disruptionBudget(int replicas) {
        if (replicas == 1) {
            return Optional.empty();
        }
        return Optional.of(new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withMaxUnavailable(new IntOrString(1))
                .withNewSelector()
                .withMatchLabels(selector)
                .endSelector()
                .endSpec()
                .build());
    }

    /**
     * Clients reach the ports of clients, servers each other, and the servers themselves connect to nobody else.
     *
     * @param among the ports that servers reach at each other
     */
    public Optional<NetworkPolicy> networkPolicy(NetworkRules rules, List<Integer> clients, List<Integer> among) {
        return networkPolicy(
                rules, List.of(), clients, among.stream().map(PortRange::of).toList());
    }

    /** @param agents clients on nodes, besides the pods of the plane and the operators */
    public Optional<NetworkPolicy> networkPolicy(
            NetworkRules rules, List<NetworkPolicyPeer> agents, List<Integer> clients, List<PortRange> among) {
        return rules.enabled()
                ? Optional.of(new Firewall(this, rules, agents).policy(clients, among))
                : Optional.empty();
    }

    /** The servers by name too, however many there will be: a new certificate for each change of replicas would serve nobody. */
    public static List<String> certificateNames(String client, String headless, String namespace) {
        var nodes = ServingCertificate.serviceNames(headless, namespace);
        return Stream.of(
                        ServingCertificate.serviceNames(client, namespace).stream(),
                        nodes.stream(),
                        nodes.stream().map(service -> "*." + service))
                .flatMap(all -> all)
                .toList();
    }

    /** Tells Prometheus of a port, if its operator is there to be told. */
    public Step monitoring(Facts facts, String port, Map<String, String> more, String interval) {
        if (!facts.serves(ServiceMonitor.class)) {
            return notRequired(
                    "There are metrics, but the cluster has no Prometheus operator (ServiceMonitor) to be told of"
                            + " them.");
        }
        return new ObjectsStep(
                List.of(monitor(port, more, interval)),
                "ServiceMonitorApplied",
                "ServiceMonitor/" + name + " tells Prometheus where the metrics are.");
    }

    private ServiceMonitor monitor(String port, Map<String, String> more, String interval) {
        var all = new TreeMap<>(labels);
        all.putAll(more);
        var monitor = new ServiceMonitor();
        monitor.setMetadata(
                new ObjectMetaBuilder().withName(name).withLabels(all).build());
        monitor.setSpec(new ServiceMonitor.Spec(
                new LabelSelectorBuilder().withMatchLabels(selector).build(),
                List.of(new ServiceMonitor.Endpoint(port, interval, null))));
        return monitor;
    }

    /** Ready, since there is nothing to do. */
    public static Step notRequired(String message) {
        return new ObjectsStep(List.of(), "NotRequired", message);
    }

    /**
     * Whether the first server has begun alone, so that others may join. Were all to begin together, each might take itself for the first,
     * and the first could not tell a beginning from the loss of its data.
     *
     * @param volume what the StatefulSet calls the volume of each
     */
    public boolean isFounded(Facts facts, String volume) {
        return facts.find(PersistentVolumeClaim.class, volume + "-" + name + "-1")
                        .isPresent()
                || facts.find(StatefulSet.class, name).stream()
                        .anyMatch(set -> set.getSpec().getReplicas() > 1
                                || (set.getStatus() != null
                                        && set.getStatus().getReadyReplicas() != null
                                        && set.getStatus().getReadyReplicas() > 0));
    }
}
