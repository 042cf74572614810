package io.c5c3.tests.system;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Conditions;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a bring-up cost, read from what the cluster itself remembers of it. Figures for people; nothing is judged by them. */
final class BringUp {

    private static final long MEBIBYTE = 1024 * 1024;

    /** A container at work: a server until it was ready, a task until it had ended. */
    private record Span(String what, Instant from, Instant to) {
        Duration length() {
            return Duration.between(from, to);
        }
    }

    private final KubernetesClient client;
    private final Instant begin;
    private final Instant end;
    private final List<Span> spans;

    BringUp(KubernetesClient client, ControlPlane plane) {
        this.client = client;
        this.begin = Instant.parse(plane.getMetadata().getCreationTimestamp());
        this.end = Instant.parse(
                Conditions.of(plane, Conditions.READY).orElseThrow().getLastTransitionTime());
        this.spans = client.pods().inNamespace(plane.getMetadata().getNamespace()).list().getItems().stream()
                .flatMap(this::spans)
                .sorted(Comparator.comparing(Span::from))
                .toList();
    }

    private Stream<Span> spans(Pod pod) {
        var ready = pod.getStatus().getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .map(condition -> Instant.parse(condition.getLastTransitionTime()))
                .findFirst()
                .orElse(end);
        return Stream.of(
                        pod.getStatus().getInitContainerStatuses(),
                        pod.getStatus().getContainerStatuses())
                .flatMap(List::stream)
                .flatMap(container -> span(pod, container, ready).stream());
    }

    private Optional<Span> span(Pod pod, ContainerStatus container, Instant ready) {
        var what = pod.getMetadata().getName() + "/" + container.getName();
        return span(what, container.getState(), ready)
                .map(span -> new Span(what, latest(span.from(), begin), earliest(span.to(), end)))
                .filter(span -> span.from().isBefore(span.to()));
    }

    private static Optional<Span> span(String what, ContainerState state, Instant ready) {
        if (state.getTerminated() != null) {
            return Optional.of(new Span(
                    what,
                    Instant.parse(state.getTerminated().getStartedAt()),
                    Instant.parse(state.getTerminated().getFinishedAt())));
        }
        return Optional.ofNullable(state.getRunning())
                .map(running -> new Span(what, Instant.parse(running.getStartedAt()), ready));
    }

    /** How long at least one container was at work: nothing that only orders them could be faster. */
    private Duration atWork() {
        var sum = Duration.ZERO;
        var until = begin;
        for (var span : spans) {
            var from = latest(span.from(), until);
            if (from.isBefore(span.to())) {
                sum = sum.plus(Duration.between(from, span.to()));
                until = span.to();
            }
        }
        return sum;
    }

    /** Wall time, overhead and what took it, then the memory of the operator and of everything else on the node. */
    List<String> figures(long operatorPid) throws IOException {
        var lines = new ArrayList<String>();
        var wall = Duration.between(begin, end);
        lines.add(String.format(
                Locale.ROOT,
                "plane Ready %d s after it was applied; containers at work %d s; overhead ratio %.2f",
                wall.toSeconds(),
                atWork().toSeconds(),
                (double) wall.toSeconds() / Math.max(1, atWork().toSeconds())));
        spans.stream()
                .filter(span -> span.length().toSeconds() > 2)
                .forEach(span -> lines.add(String.format(
                        Locale.ROOT,
                        "  %4d s to %4d s  %s",
                        Duration.between(begin, span.from()).toSeconds(),
                        Duration.between(begin, span.to()).toSeconds(),
                        span.what())));
        lines.add("operator resident " + resident(operatorPid) + " MiB; all pods " + podMemory() + " MiB");
        return lines;
    }

    static long resident(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .map(line -> line.replaceAll("[^0-9]", ""))
                        .mapToLong(Long::parseLong)
                        .findFirst()
                        .orElse(0)
                / 1024;
    }

    /** As the kubelets count it. */
    private long podMemory() {
        return client.nodes().list().getItems().stream()
                        .map(node ->
                                client.raw("/api/v1/nodes/" + node.getMetadata().getName() + "/proxy/stats/summary"))
                        .flatMap(text -> pods(text).stream())
                        .mapToLong(BringUp::workingSet)
                        .sum()
                / MEBIBYTE;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> pods(String summary) {
        return (List<Map<String, Object>>)
                Serialization.unmarshal(summary, Map.class).getOrDefault("pods", List.of());
    }

    @SuppressWarnings("unchecked")
    private static long workingSet(Map<String, Object> pod) {
        var memory = (Map<String, Object>) pod.getOrDefault("memory", Map.of());
        return ((Number) memory.getOrDefault("workingSetBytes", 0)).longValue();
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earliest(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
