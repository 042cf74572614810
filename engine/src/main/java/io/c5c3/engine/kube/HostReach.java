package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How the pods of a workload reach beyond their containers, to the node. These are the things that Kubernetes' own "baseline" level
 * forbids: whoever may start such a pod is, in effect, root on the nodes.
 */
public final class HostReach {

    /** Capabilities within a container's own bounds, which container runtimes give by default. */
    private static final Set<String> HARMLESS = Set.of(
            "AUDIT_WRITE",
            "CHOWN",
            "DAC_OVERRIDE",
            "FOWNER",
            "FSETID",
            "KILL",
            "MKNOD",
            "NET_BIND_SERVICE",
            "SETFCAP",
            "SETGID",
            "SETPCAP",
            "SETUID",
            "SYS_CHROOT");

    private HostReach() {}

    /** What the object's pods would be allowed, in words; nothing for what has no pods. */
    public static List<String> of(HasMetadata object) {
        return pod(object).map(HostReach::of).orElse(List.of());
    }

    private static Optional<PodSpec> pod(HasMetadata object) {
        return switch (object) {
            case Pod pod -> Optional.ofNullable(pod.getSpec());
            case Deployment workload -> template(workload.getSpec().getTemplate());
            case StatefulSet workload -> template(workload.getSpec().getTemplate());
            case DaemonSet workload -> template(workload.getSpec().getTemplate());
            case ReplicaSet workload -> template(workload.getSpec().getTemplate());
            case Job workload -> template(workload.getSpec().getTemplate());
            case CronJob workload ->
                template(workload.getSpec().getJobTemplate().getSpec().getTemplate());
            default -> Optional.empty();
        };
    }

    private static Optional<PodSpec> template(PodTemplateSpec template) {
        return Optional.ofNullable(template.getSpec());
    }

    private static List<String> of(PodSpec pod) {
        var found = new ArrayList<String>();
        addIf(found, pod.getHostNetwork(), "the node's network");
        addIf(found, pod.getHostPID(), "the node's processes");
        addIf(found, pod.getHostIPC(), "the node's shared memory");
        pod.getVolumes().stream()
                .filter(volume -> volume.getHostPath() != null)
                .map(volume -> "the node's " + volume.getHostPath().getPath())
                .sorted()
                .distinct()
                .forEach(found::add);
        if (pod.getSecurityContext() != null
                && pod.getSecurityContext().getSeccompProfile() != null
                && "Unconfined"
                        .equals(pod.getSecurityContext().getSeccompProfile().getType())) {
            found.add("every system call");
        }
        Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
                .forEach(container -> add(found, container));
        pod.getEphemeralContainers().forEach(container -> add(found, container));
        return found;
    }

    private static void add(List<String> found, Container container) {
        add(found, container.getName(), container.getSecurityContext());
        container.getPorts().stream()
                .filter(port -> port.getHostPort() != null && port.getHostPort() != 0)
                .forEach(port -> found.add("port " + port.getHostPort() + " of the node"));
    }

    private static void add(List<String> found, EphemeralContainer container) {
        add(found, container.getName(), container.getSecurityContext());
    }

    private static void add(List<String> found, String container, SecurityContext context) {
        if (context == null) {
            return;
        }
        addIf(found, context.getPrivileged(), "privileged container " + container);
        if (context.getCapabilities() != null) {
            context.getCapabilities().getAdd().stream()
                    .filter(capability -> !HARMLESS.contains(capability))
                    .forEach(capability -> found.add("capability " + capability + " of container " + container));
        }
        addIf(
                found,
                context.getSeccompProfile() != null
                        && "Unconfined".equals(context.getSeccompProfile().getType()),
                "every system call in container " + container);
    }

    private static void addIf(List<String> found, Boolean condition, String words) {
        if (Boolean.TRUE.equals(condition)) {
            found.add(words);
        }
    }
}
