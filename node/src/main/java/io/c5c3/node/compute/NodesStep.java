package io.c5c3.node.compute;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.kube.Rollout;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.nova.Compute;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Says of every hypervisor how its guests are run, and whether Nova has heard of its agent.
 *
 * @param taken whether other resources have nodes that it selects
 */
record NodesStep(NovaCompute compute, boolean taken, ServiceAccess access) implements Step {

    private static final Duration WHILE_WELL = Duration.ofSeconds(60);
    private static final Duration WHILE_COMING = Duration.ofSeconds(3);

    /** What the probe's last words are made of: kvm, or qemu and why. */
    private record Words(String virtType, Optional<String> message) {
        static Words of(String text) {
            var parts = text.strip().split(": ", 2);
            return new Words(parts[0], parts.length < 2 ? Optional.empty() : Optional.of(parts[1]));
        }
    }

    @Override
    public Outcome run(Work work) {
        var pods = AgentPods.pods(compute);
        var desired = work.find(DaemonSet.class, pods.name())
                .map(set -> Rollout.of(set).desired())
                .orElse(0);
        return (desired == 0 ? none(work, pods) : asked(work, pods))
                .found("nodeCount", desired)
                .found(
                        "installedRelease",
                        OpenStackService.NOVA.version(compute.getSpec().image()));
    }

    private Outcome none(Work work, NodePods pods) {
        return Outcome.waiting(
                        "NoNodes",
                        (taken ? "Each node with the labels " : "No node has the labels ")
                                + labels()
                                + (taken ? " is another resource's" : "")
                                + ": label those that are to run guests (kubectl label node NAME "
                                + labels().replace(", ", " ") + ").")
                .on(Ref.of(DaemonSet.class, work.namespace(), pods.name()))
                .found("nodes", List.of());
    }

    private Outcome asked(Work work, NodePods pods) {
        var words = new TreeMap<String, Optional<Words>>();
        onNodes(work, pods).forEach((node, pod) -> words.put(node, Optional.empty()));
        onNodes(work, LibvirtPods.pods(compute)).forEach((node, pod) -> words.replace(node, words(pod)));
        return access.ask(work, Compute.class, (nova, door) -> report(work, words, nova.roll(door)));
    }

    private static Map<String, Pod> onNodes(Work work, NodePods pods) {
        var found = new TreeMap<String, Pod>();
        for (var pod : work.labelled(Pod.class, pods.selector())) {
            var node = pod.getSpec().getNodeName();
            if (node != null && pod.getMetadata().getDeletionTimestamp() == null) {
                found.put(node, pod);
            }
        }
        return found;
    }

    private String labels() {
        return String.join(
                ", ",
                new TreeMap<>(compute.getSpec().nodeSelector())
                        .entrySet().stream()
                                .map(label -> label.getKey() + "=" + label.getValue())
                                .toList());
    }

    private static Optional<Words> words(Pod pod) {
        var status = pod.getStatus();
        List<ContainerStatus> init = status == null ? null : status.getInitContainerStatuses();
        return init == null
                ? Optional.empty()
                : init.stream()
                        .filter(container -> LibvirtPods.PROBE.equals(container.getName()))
                        .filter(container -> container.getState() != null
                                && container.getState().getTerminated() != null
                                && container.getState().getTerminated().getMessage() != null)
                        .map(container ->
                                Words.of(container.getState().getTerminated().getMessage()))
                        .findFirst();
    }

    private static Outcome report(Work work, Map<String, Optional<Words>> nodes, Compute.Roll roll) {
        var reports = new ArrayList<Map<String, Object>>();
        var silent = new ArrayList<String>();
        nodes.forEach((node, words) -> {
            var up = roll.hosts().contains(node);
            if (!up) {
                silent.add(node);
            }
            work.measure("hypervisor_up{node=" + node + "}", up ? 1 : 0);
            var report = new TreeMap<String, Object>(Map.of("name", node, "state", up ? "up" : "down"));
            words.ifPresent(said -> {
                report.put("virtType", said.virtType());
                said.message().ifPresent(why -> report.put("message", why));
            });
            reports.add(report);
        });
        var outcome = silent.isEmpty()
                ? Outcome.done("HypervisorsUp", "Hypervisors that can be given guests: " + nodes.size() + ".")
                        .again(WHILE_WELL)
                : Outcome.waiting(
                                "WaitingForHypervisors",
                                "Nova has not heard of nova-compute on " + String.join(", ", silent)
                                        + " in the last minute, or not yet of what there is to give to guests.")
                        .retry(WHILE_COMING);
        return outcome.found("nodes", reports);
    }
}
