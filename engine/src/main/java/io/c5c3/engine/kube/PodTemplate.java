package io.c5c3.engine.kube;

import io.c5c3.api.common.Pods;
import io.c5c3.api.common.PodsBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A pod that passes the restricted pod security standard: not root, no privileges, a read-only root with a /tmp of its own, no service
 * account token, and none of the variables Kubernetes makes from Services (oslo.config would read KEYSTONE_PORT and the like as options).
 *
 * @param uid the user the image was made for
 */
public record PodTemplate(
        Map<String, String> labels,
        Map<String, String> selector,
        long uid,
        Pods settings,
        List<Container> initContainers,
        List<Container> containers,
        List<Volume> volumes,
        String restartPolicy) {

    /** The user of every image this project builds for OpenStack services. */
    public static final long OPENSTACK = 42424;

    /** Longer than a node is away whose kubelet is started again. */
    private static final Duration WAIT = Duration.ofSeconds(30);

    public static PodTemplate of(
            Map<String, String> labels,
            Map<String, String> selector,
            long uid,
            Pods settings,
            Container container,
            Volume... volumes) {
        return new PodTemplate(
                labels, selector, uid, settings, List.of(), List.of(container), List.of(volumes), "Always");
    }

    public PodTemplate with(Container another) {
        var more = new ArrayList<>(containers);
        more.add(another);
        return new PodTemplate(labels, selector, uid, settings, initContainers, more, volumes, restartPolicy);
    }

    /** With another container, and the volumes that it alone needs. */
    public PodTemplate with(Container another, Volume... more) {
        return new PodTemplate(
                        labels,
                        selector,
                        uid,
                        settings,
                        initContainers,
                        containers,
                        Stream.concat(volumes.stream(), Stream.of(more)).toList(),
                        restartPolicy)
                .with(another);
    }

    public PodTemplate withInit(Container container) {
        return new PodTemplate(labels, selector, uid, settings, List.of(container), containers, volumes, restartPolicy);
    }

    /** For Jobs, whose controller decides when to try again. */
    public PodTemplate neverRestarted() {
        return new PodTemplate(labels, selector, uid, settings, initContainers, containers, volumes, "Never");
    }

    /** For pods that keep nothing on their node, so that another can take their place at any time. */
    public PodTemplate movable() {
        var leaving = PodsBuilder.builder(settings)
                .tolerations(LostNode.leftAfter(WAIT, settings.tolerations()))
                .build();
        return new PodTemplate(labels, selector, uid, leaving, initContainers, containers, volumes, restartPolicy);
    }

    public PodTemplateSpec build() {
        var allVolumes = new ArrayList<>(volumes);
        allVolumes.add(new VolumeBuilder()
                .withName("tmp")
                .withNewEmptyDir()
                .endEmptyDir()
                .build());
        settings.extraMounts().forEach(extra -> allVolumes.add(extra.volume()));
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(new TreeMap<>(labels))
                .withAnnotations(settings.annotations().isEmpty() ? null : new TreeMap<>(settings.annotations()))
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy(restartPolicy)
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(uid)
                .withRunAsGroup(uid)
                .withFsGroup(uid)
                .withFsGroupChangePolicy("OnRootMismatch")
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withNodeSelector(settings.nodeSelector().isEmpty() ? null : new TreeMap<>(settings.nodeSelector()))
                .withTolerations(settings.tolerations())
                .withAffinity(settings.affinity())
                .withTopologySpreadConstraints(spread())
                .withPriorityClassName(settings.priorityClassName())
                .withTerminationGracePeriodSeconds(settings.terminationGracePeriodSeconds())
                .withInitContainers(
                        initContainers.stream().map(this::restricted).toList())
                .withContainers(containers.stream()
                        .map(this::restricted)
                        .map(container -> "Always".equals(restartPolicy) ? leaving(container, settings) : container)
                        .toList())
                .withVolumes(allVolumes)
                .endSpec()
                .build();
    }

    /**
     * The container, which goes on as it is for as long as was asked for once it is told to end, and does only then what it does at its end.
     * One that sleeps anyway has been asked already.
     */
    public static Container leaving(Container container, Pods settings) {
        var seconds = Objects.requireNonNullElse(settings.preStopSleepSeconds(), 0L);
        var preStop = container.getLifecycle() == null
                ? null
                : container.getLifecycle().getPreStop();
        if (seconds == 0 || (preStop != null && preStop.getExec() == null)) {
            return container;
        }
        var leaving = new ContainerBuilder(container).editOrNewLifecycle();
        if (preStop == null) {
            return leaving.withNewPreStop()
                    .withNewSleep(seconds)
                    .endPreStop()
                    .endLifecycle()
                    .build();
        }
        var command = new ArrayList<>(List.of("sh", "-c", "sleep " + seconds + "; exec \"$@\"", "leave"));
        command.addAll(preStop.getExec().getCommand());
        return leaving.withNewPreStop()
                .withNewExec()
                .withCommand(command)
                .endExec()
                .endPreStop()
                .endLifecycle()
                .build();
    }

    /** A container that names a user keeps that one: who stands beside a server need not be able to do what the server can. */
    private Container restricted(Container container) {
        var mounts = new ArrayList<VolumeMount>(container.getVolumeMounts());
        mounts.add(
                new VolumeMountBuilder().withName("tmp").withMountPath("/tmp").build());
        settings.extraMounts().forEach(extra -> mounts.add(extra.mount()));
        var own = Optional.ofNullable(container.getSecurityContext());
        return new ContainerBuilder(container)
                .withImagePullPolicy("IfNotPresent")
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withVolumeMounts(mounts)
                .withSecurityContext(new SecurityContextBuilder()
                        .withRunAsUser(own.map(SecurityContext::getRunAsUser).orElse(null))
                        .withRunAsGroup(own.map(SecurityContext::getRunAsGroup).orElse(null))
                        .withAllowPrivilegeEscalation(false)
                        .withReadOnlyRootFilesystem(true)
                        .withNewCapabilities()
                        .withDrop("ALL")
                        .endCapabilities()
                        .build())
                .build();
    }

    /** Spread over nodes and zones as far as they go, unless the resource says how. */
    private List<TopologySpreadConstraint> spread() {
        if (!settings.topologySpreadConstraints().isEmpty()) {
            return settings.topologySpreadConstraints();
        }
        if (!"Always".equals(restartPolicy)) {
            return List.of();
        }
        return List.of(spread("kubernetes.io/hostname"), spread("topology.kubernetes.io/zone"));
    }

    private TopologySpreadConstraint spread(String key) {
        return new TopologySpreadConstraintBuilder()
                .withTopologyKey(key)
                .withMaxSkew(1)
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withLabelSelector(new LabelSelectorBuilder()
                        .withMatchLabels(new TreeMap<>(selector))
                        .build())
                .build();
    }
}
