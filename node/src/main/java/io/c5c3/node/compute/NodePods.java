package io.c5c3.node.compute;

import io.c5c3.api.common.Pods;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Labels;
import io.c5c3.engine.kube.OtherNodes;
import io.c5c3.engine.kube.PodTemplate;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pods on hypervisors. They are the exception to restricted pods: guests need devices, interfaces and control groups of the node, and all
 * of it has to be there when the pod is not.
 */
record NodePods(NovaCompute compute, String part, Pods settings, boolean seesProcesses) {

    private static final String CRITICAL = "system-node-critical";

    String name() {
        return compute.getMetadata().getName() + "-" + part;
    }

    Map<String, String> labels() {
        return Labels.of(NovaComputeBlueprint.SERVICE, compute.getMetadata().getName(), part);
    }

    Map<String, String> selector() {
        return Labels.selector(
                NovaComputeBlueprint.SERVICE, compute.getMetadata().getName(), part);
    }

    /** A folder of the node, which is there before the pod and stays after it. */
    static Volume node(String name, String path) {
        return new VolumeBuilder()
                .withName(name)
                .withNewHostPath()
                .withPath(path)
                .withType("DirectoryOrCreate")
                .endHostPath()
                .build();
    }

    /** A folder of the pod's. */
    static Volume scratch(String name, @Nullable String medium) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .withMedium(medium)
                .endEmptyDir()
                .build();
    }

    static VolumeMount mount(String name, String path) {
        return new VolumeMountBuilder().withName(name).withMountPath(path).build();
    }

    /** Part of a folder. */
    static VolumeMount mount(String name, String path, String below) {
        return new VolumeMountBuilder(mount(name, path)).withSubPath(below).build();
    }

    /** With what is mounted there later; Bidirectional also shows the node what the pod mounts. */
    static VolumeMount shared(String name, String path, String direction) {
        return new VolumeMountBuilder(mount(name, path))
                .withMountPropagation(direction)
                .build();
    }

    /**
     * One node at a time: a fault in what is new shows before it is everywhere.
     *
     * @param taken nodes that are another resource's, though they have the labels
     */
    DaemonSet daemonSet(List<Container> init, Container container, List<Volume> volumes, Set<String> taken) {
        var allVolumes = new ArrayList<>(volumes);
        allVolumes.add(scratch("tmp", null));
        settings.extraMounts().forEach(extra -> allVolumes.add(extra.volume()));
        return daemonSet(new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(new TreeMap<>(labels()))
                .withAnnotations(settings.annotations().isEmpty() ? null : new TreeMap<>(settings.annotations()))
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                .withHostPID(seesProcesses ? true : null)
                // Services are found by name all the same.
                .withDnsPolicy("ClusterFirstWithHostNet")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNodeSelector(nodes())
                .withTolerations(tolerations())
                .withAffinity(OtherNodes.than(taken, settings.affinity()))
                .withTopologySpreadConstraints(settings.topologySpreadConstraints())
                .withPriorityClassName(settings.priorityClassName() == null ? CRITICAL : settings.priorityClassName())
                .withTerminationGracePeriodSeconds(settings.terminationGracePeriodSeconds())
                .withInitContainers(init.stream().map(this::privileged).toList())
                .withContainers(PodTemplate.leaving(privileged(container), settings))
                .withVolumes(allVolumes)
                .endSpec()
                .build());
    }

    /** On the same nodes, a pod that is no exception. */
    DaemonSet restricted(long uid, Container container, Volume volume, Set<String> taken) {
        var template = PodTemplate.of(labels(), selector(), uid, settings, container, volume)
                .build();
        var spec = template.getSpec();
        spec.setNodeSelector(nodes());
        spec.setTolerations(tolerations());
        spec.setAffinity(OtherNodes.than(taken, settings.affinity()));
        spec.setTopologySpreadConstraints(settings.topologySpreadConstraints());
        return daemonSet(template);
    }

    private DaemonSet daemonSet(PodTemplateSpec template) {
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(name())
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .withRevisionHistoryLimit(2)
                .withNewSelector()
                .withMatchLabels(selector())
                .endSelector()
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(1))
                .endRollingUpdate()
                .endUpdateStrategy()
                .withTemplate(template)
                .endSpec()
                .build();
    }

    private Map<String, String> nodes() {
        var nodes = new TreeMap<>(compute.getSpec().nodeSelector());
        nodes.putAll(settings.nodeSelector());
        return nodes;
    }

    /** Guests do not leave a node because it is tainted, so their agents do not either. */
    private List<Toleration> tolerations() {
        return settings.tolerations().isEmpty()
                ? List.of(new TolerationBuilder().withOperator("Exists").build())
                : settings.tolerations();
    }

    private Container privileged(Container container) {
        var mounts = new ArrayList<>(container.getVolumeMounts());
        mounts.add(mount("tmp", "/tmp"));
        settings.extraMounts().forEach(extra -> mounts.add(extra.mount()));
        return new ContainerBuilder(container)
                .withImagePullPolicy("IfNotPresent")
                // Not below /dev, which is the node's.
                .withTerminationMessagePath("/tmp/last-words")
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withVolumeMounts(mounts)
                .withNewSecurityContext()
                .withPrivileged(true)
                .withRunAsUser(0L)
                .withRunAsGroup(0L)
                .withReadOnlyRootFilesystem(true)
                .endSecurityContext()
                .build();
    }
}
