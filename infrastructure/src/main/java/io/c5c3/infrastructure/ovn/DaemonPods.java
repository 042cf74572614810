package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.OtherNodes;
import io.fabric8.kubernetes.api.model.CapabilitiesBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pods on each node of a network. They are the exception to restricted pods: they live in the node's own network, where the guests'
 * interfaces are, and share sockets with other agents of the node, which belong to root.
 *
 * @param service what it is of, for example ovn
 * @param owner the name of the resource
 * @param component which of its parts
 * @param nodes the labels of the nodes it runs on
 * @param tolerations of taints of nodes; all of them if none are said
 * @param taken nodes that are another resource's, though they have the labels
 */
public record DaemonPods(
        String service,
        String owner,
        String component,
        Map<String, String> nodes,
        @Nullable List<Toleration> tolerations,
        @Nullable String priority,
        Set<String> taken) {

    private static final String CRITICAL = "system-node-critical";

    public String name() {
        return owner + "-" + component;
    }

    public Map<String, String> labels() {
        return Labels.of(service, owner, component);
    }

    /** A folder of the node, which is there before the pod and stays after it. */
    public static Volume host(String name, String path) {
        return new VolumeBuilder()
                .withName(name)
                .withNewHostPath()
                .withPath(path)
                .withType("DirectoryOrCreate")
                .endHostPath()
                .build();
    }

    /** Root, since the sockets it opens are root's, and nothing more than a file's owner may do. */
    static SecurityContext root(String... capabilities) {
        return new SecurityContextBuilder()
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .withReadOnlyRootFilesystem(true)
                .withCapabilities(new CapabilitiesBuilder()
                        .withDrop("ALL")
                        .withAdd(capabilities)
                        .build())
                .build();
    }

    DaemonSet daemonSet(List<Volume> volumes, List<Container> containers) {
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(Labels.selector(service, owner, component))
                .endSelector()
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                // Guests of a node lose the network for a moment when its switch is replaced: one node at a time.
                .withMaxUnavailable(new IntOrString(1))
                .endRollingUpdate()
                .endUpdateStrategy()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                .withDnsPolicy("ClusterFirstWithHostNet")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(nodes.isEmpty() ? null : new TreeMap<>(nodes))
                .withAffinity(OtherNodes.than(taken, null))
                .withTolerations(
                        tolerations == null
                                // Guests keep running on a node that takes no new pods, and need their network.
                                ? List.of(new TolerationBuilder()
                                        .withOperator("Exists")
                                        .build())
                                : tolerations)
                .withPriorityClassName(priority == null ? CRITICAL : priority)
                .withContainers(containers.stream().map(DaemonPods::common).toList())
                .withVolumes(Stream.concat(volumes.stream(), Stream.of(Containers.emptyDir("tmp")))
                        .toList())
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Container common(Container container) {
        return new ContainerBuilder(container)
                .withImagePullPolicy("IfNotPresent")
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .addToVolumeMounts(Containers.mount("tmp", "/tmp"))
                .build();
    }
}
