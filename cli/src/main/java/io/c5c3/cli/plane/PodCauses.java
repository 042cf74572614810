package io.c5c3.cli.plane;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What is wrong with a pod, in the words of the scheduler, the kubelet and the container itself. */
final class PodCauses {
    private final Evidence evidence;
    private final Instant now;

    PodCauses(Evidence evidence, Instant now) {
        this.evidence = evidence;
        this.now = now;
    }

    /** Empty when the pod works, has done its work, or is on its way out. */
    Optional<Cause> cause(Pod pod) {
        var status = pod.getStatus();
        if (status == null
                || pod.getMetadata().getDeletionTimestamp() != null
                || "Succeeded".equals(status.getPhase())
                || isReady(pod)) {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        var quotes = new ArrayList<String>();
        unscheduled(pod).ifPresent(texts::add);
        containers(pod).forEach(container -> examine(pod, container, texts, quotes));
        quotes.addAll(
                Events.quotes(evidence.warnings(), "Pod", pod.getMetadata().getName(), now));
        var text = texts.isEmpty() ? "is " + status.getPhase() + "." : String.join(" ", texts);
        return Optional.of(Cause.of(Workloads.title(pod), text, quotes, List.of()));
    }

    private void examine(Pod pod, ContainerStatus container, List<String> texts, List<String> quotes) {
        var state = container.getState();
        if (state == null) {
            return;
        }
        var name = "container " + container.getName();
        if (state.getWaiting() != null) {
            var waiting = state.getWaiting();
            // The kubelet's message beside a crash says what we say better; elsewhere it is all there is.
            var crashed = lastEnd(container).filter(end -> end.getExitCode() != 0);
            var text = name + ": " + waiting.getReason()
                    + crashed.map(end -> ", restarted " + container.getRestartCount() + " times, " + describe(end))
                            .orElseGet(() -> waiting.getMessage() == null ? "" : ": " + waiting.getMessage())
                    + ".";
            texts.add(text);
            evidence.remedy(text).ifPresent(texts::add);
            crashed.ifPresent(end -> quotes.addAll(log(pod, container, true)));
        } else if (state.getTerminated() != null && state.getTerminated().getExitCode() != 0) {
            texts.add(name + ": " + describe(state.getTerminated()) + ".");
            quotes.addAll(log(pod, container, false));
        } else if (state.getRunning() != null && !Boolean.TRUE.equals(container.getReady())) {
            texts.add(name + " runs but is not ready"
                    + lastEnd(container)
                            .map(end -> ", restarted " + container.getRestartCount() + " times, " + describe(end))
                            .orElse("")
                    + ".");
            quotes.addAll(log(pod, container, false));
        }
    }

    private List<String> log(Pod pod, ContainerStatus container, boolean previous) {
        return evidence.lastLines(pod, container.getName(), previous).stream()
                .map(line -> "log: " + line)
                .toList();
    }

    private static Optional<ContainerStateTerminated> lastEnd(ContainerStatus container) {
        return Optional.ofNullable(container.getLastState()).map(state -> state.getTerminated());
    }

    private static String describe(ContainerStateTerminated end) {
        return "ended with exit code " + end.getExitCode()
                + (end.getReason() == null ? "" : " (" + end.getReason() + ")");
    }

    private static Optional<String> unscheduled(Pod pod) {
        return conditions(pod)
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .map(condition -> "has no node: " + condition.getMessage())
                .findFirst();
    }

    private static boolean isReady(Pod pod) {
        return conditions(pod)
                .anyMatch(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    private static Stream<io.fabric8.kubernetes.api.model.PodCondition> conditions(Pod pod) {
        return Objects.requireNonNullElse(
                pod.getStatus().getConditions(), List.<io.fabric8.kubernetes.api.model.PodCondition>of())
                .stream();
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        return Stream.of(
                        pod.getStatus().getInitContainerStatuses(),
                        pod.getStatus().getContainerStatuses())
                .filter(Objects::nonNull)
                .flatMap(List::stream);
    }
}
