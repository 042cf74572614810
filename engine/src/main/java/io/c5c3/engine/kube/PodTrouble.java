package io.c5c3.engine.kube;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What keeps a pod from running, in the words of the kubelet and the scheduler. */
public record PodTrouble(String reason, String message) {

    /** Waiting reasons that are mere progress. */
    private static final Set<String> PROGRESS = Set.of("ContainerCreating", "PodInitializing");

    private static final String UNSCHEDULABLE = "Unschedulable";
    private static final int LONGEST = 300;

    /** For a Job that has begun and has not ended: what keeps its pods from running, if anything does. */
    public static Optional<Outcome> holdsUp(Work work, Ref job) {
        return worst(podsOf(work, job.name()))
                .map(trouble -> Outcome.waiting(trouble.reason(), job + " is held up. " + trouble.message())
                        .on(job)
                        .worrying(trouble.worrying()));
    }

    /** A pod without a node may get one yet: volumes and nodes come while the cluster comes up. */
    public boolean worrying() {
        return !UNSCHEDULABLE.equals(reason);
    }

    public static Collection<Pod> podsOf(Work work, String job) {
        return work.labelled(Pod.class, Map.of("batch.kubernetes.io/job-name", job));
    }

    public static Optional<PodTrouble> worst(Collection<Pod> pods) {
        return pods.stream()
                .filter(pod -> pod.getStatus() != null && pod.getMetadata().getDeletionTimestamp() == null)
                .sorted((a, b) ->
                        a.getMetadata().getName().compareTo(b.getMetadata().getName()))
                .flatMap(pod -> Stream.concat(waiting(pod), unschedulable(pod)))
                .findFirst();
    }

    /** Why the container that made a pod fail did so, in its own words. */
    public static Optional<String> lastWords(Collection<Pod> pods) {
        return failures(pods)
                .map(end -> end.getMessage() == null || end.getMessage().isBlank()
                        ? "exit code " + end.getExitCode() + " (" + end.getReason() + ")"
                        : shortened(LastWords.of(end.getMessage())))
                .findFirst();
    }

    /** Whether the very last line of the container that made a pod fail has this in it, whatever went wrong before. */
    public static boolean endedWith(Pod pod, String words) {
        return failures(List.of(pod))
                .findFirst()
                .map(ContainerStateTerminated::getMessage)
                .flatMap(text -> text.strip().lines().reduce((before, last) -> last))
                .filter(line -> line.contains(words))
                .isPresent();
    }

    private static Stream<ContainerStateTerminated> failures(Collection<Pod> pods) {
        return pods.stream()
                .filter(pod -> pod.getStatus() != null)
                .sorted((a, b) -> b.getMetadata()
                        .getCreationTimestamp()
                        .compareTo(a.getMetadata().getCreationTimestamp()))
                .flatMap(PodTrouble::containers)
                .flatMap(container -> Stream.of(container.getState(), container.getLastState()))
                .filter(state -> state != null && state.getTerminated() != null)
                .map(state -> state.getTerminated())
                .filter(end -> end.getExitCode() != 0);
    }

    private static Stream<PodTrouble> waiting(Pod pod) {
        return containers(pod)
                .filter(container ->
                        container.getState() != null && container.getState().getWaiting() != null)
                .filter(container ->
                        !PROGRESS.contains(container.getState().getWaiting().getReason()))
                .map(container -> {
                    var waiting = container.getState().getWaiting();
                    var words = lastWords(List.of(pod)).or(() -> Optional.ofNullable(waiting.getMessage()));
                    return new PodTrouble(
                            waiting.getReason() == null ? "ContainerWaiting" : waiting.getReason(),
                            "Pod/" + pod.getMetadata().getName() + ", container " + container.getName() + ": "
                                    + waiting.getReason()
                                    + words.map(text -> ": " + shortened(text)).orElse("") + ".");
                });
    }

    private static Stream<PodTrouble> unschedulable(Pod pod) {
        var conditions = pod.getStatus().getConditions();
        return conditions == null
                ? Stream.of()
                : conditions.stream()
                        .filter(condition ->
                                "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                        .map(condition -> new PodTrouble(
                                UNSCHEDULABLE,
                                "Pod/" + pod.getMetadata().getName() + " has no node: "
                                        + shortened(condition.getMessage())));
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        var status = pod.getStatus();
        return Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
                .filter(list -> list != null)
                .flatMap(List::stream);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
