package io.c5c3.services.neutron;

import io.c5c3.api.common.Pods;
import io.c5c3.engine.kube.OtherNodes;
import io.c5c3.engine.kube.PodTemplate;
import io.c5c3.engine.kube.Requests;
import io.c5c3.infrastructure.ovn.DaemonPods;
import io.c5c3.infrastructure.ovn.NodeSwitch;
import io.c5c3.services.Reads;
import io.c5c3.services.ServicePods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An agent of Neutron's on nodes.
 *
 * <p>An exception from restricted pod security: it runs as root with all privileges and in the node's network, because it makes network
 * namespaces that have to outlive its pod (a mount that goes from a pod to the node is for privileged pods only) and cables between them
 * and the node's switch.
 *
 * @param part which of them
 * @param nodes the labels of the nodes it runs on
 * @param taken nodes that are another resource's, though they have the labels
 * @param reads all it reads, besides the folders of the node
 * @param ready what succeeds once it works; without it, it works when it runs
 */
record NodeAgent(
        ServicePods pods,
        String part,
        Map<String, String> nodes,
        Set<String> taken,
        Pods settings,
        Reads reads,
        List<String> command,
        @Nullable List<String> ready) {

    /** Where network namespaces have their names. */
    private static final String NAMESPACES = "/run/netns";

    String name() {
        return pods.name() + "-" + part;
    }

    AgentsStep.Running running() {
        return new AgentsStep.Running(name(), pods.selector(part));
    }

    DaemonSet daemonSet() {
        var all = reads.withScratch("state", NeutronConfig.STATE)
                .withScratch("tmp", "/tmp")
                .with(
                        DaemonPods.host("openvswitch", NodeSwitch.RUN),
                        mount("openvswitch", NodeSwitch.RUN).build())
                .with(
                        DaemonPods.host("netns", NAMESPACES),
                        mount("netns", NAMESPACES)
                                .withMountPropagation("Bidirectional")
                                .build());
        var volumes = new ArrayList<>(all.volumes());
        settings.extraMounts().forEach(extra -> volumes.add(extra.volume()));
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(pods.labels(part))
                .endMetadata()
                .withNewSpec()
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(pods.selector(part))
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(pods.labels(part))
                .withAnnotations(settings.annotations().isEmpty() ? null : new TreeMap<>(settings.annotations()))
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                // Services are found by name all the same.
                .withDnsPolicy("ClusterFirstWithHostNet")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(nodeSelector())
                .withTolerations(tolerations())
                .withAffinity(OtherNodes.than(taken, settings.affinity()))
                .withTopologySpreadConstraints(settings.topologySpreadConstraints())
                .withPriorityClassName(Objects.requireNonNullElse(settings.priorityClassName(), "system-node-critical"))
                .withTerminationGracePeriodSeconds(settings.terminationGracePeriodSeconds())
                .withContainers(PodTemplate.leaving(container(all), settings))
                .withVolumes(volumes)
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private Container container(Reads all) {
        var mounts = new ArrayList<>(all.mounts());
        settings.extraMounts().forEach(extra -> mounts.add(extra.mount()));
        return new ContainerBuilder()
                .withName(part)
                .withImage(pods.image())
                .withImagePullPolicy("IfNotPresent")
                .withCommand(command)
                .withEnv(all.env())
                .withResources(Requests.unless(settings.resources(), "20m", "192Mi"))
                .withReadinessProbe(probe())
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withNewSecurityContext()
                .withPrivileged(true)
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .withReadOnlyRootFilesystem(true)
                .endSecurityContext()
                .withVolumeMounts(mounts)
                .build();
    }

    private @Nullable Probe probe() {
        return ready == null
                ? null
                : new ProbeBuilder()
                        .withNewExec()
                        .withCommand(ready)
                        .endExec()
                        .withPeriodSeconds(5)
                        .build();
    }

    private Map<String, String> nodeSelector() {
        var labels = new TreeMap<>(nodes);
        labels.putAll(settings.nodeSelector());
        return labels;
    }

    /** Guests run on tainted nodes too, and go on asking there. */
    private List<Toleration> tolerations() {
        return settings.tolerations().isEmpty()
                ? List.of(new TolerationBuilder().withOperator("Exists").build())
                : settings.tolerations();
    }

    static VolumeMountBuilder mount(String name, String path) {
        return new VolumeMountBuilder().withName(name).withMountPath(path);
    }
}
