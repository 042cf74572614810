package io.c5c3.cli.plane;

import io.c5c3.engine.kube.Rollout;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What is wrong with the things that run. */
final class Workloads {
    static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "DaemonSet", "Job", "Pod");

    private final Evidence evidence;
    private final Instant now;
    private final PodCauses pods;

    Workloads(Evidence evidence, Instant now) {
        this.evidence = evidence;
        this.now = now;
        this.pods = new PodCauses(evidence, now);
    }

    static String title(HasMetadata object) {
        return object.getKind() + "/" + object.getMetadata().getName();
    }

    /** Empty when nothing is wrong. */
    Optional<Cause> cause(HasMetadata workload) {
        if (workload instanceof Pod pod) {
            return pods.cause(pod);
        }
        return trouble(workload).map(text -> {
            var causes = evidence.pods().stream()
                    .filter(pod -> selects(workload, pod))
                    .flatMap(pod -> pods.cause(pod).stream())
                    .toList();
            var quotes = Events.quotes(
                    evidence.warnings(),
                    workload.getKind(),
                    workload.getMetadata().getName(),
                    now);
            return Cause.of(title(workload), text, quotes, causes);
        });
    }

    private static Optional<String> trouble(HasMetadata workload) {
        if (workload instanceof Job job) {
            return trouble(job);
        }
        var rollout = Rollout.of(workload);
        return rollout.complete() ? Optional.empty() : Optional.of(rollout.describe() + ".");
    }

    private static Optional<String> trouble(Job job) {
        var status = job.getStatus();
        if (status == null) {
            return Optional.of("has not started.");
        }
        var conditions = Objects.requireNonNullElse(
                status.getConditions(), List.<io.fabric8.kubernetes.api.model.batch.v1.JobCondition>of());
        var ended = conditions.stream()
                .filter(condition -> "True".equals(condition.getStatus()))
                .toList();
        if (ended.stream()
                .anyMatch(condition ->
                        "Complete".equals(condition.getType()) || "Suspended".equals(condition.getType()))) {
            return Optional.empty();
        }
        var failed = Objects.requireNonNullElse(status.getFailed(), 0);
        return ended.stream()
                .filter(condition -> "Failed".equals(condition.getType()))
                .map(condition -> "failed (" + condition.getReason() + "): " + condition.getMessage())
                .findFirst()
                .or(() -> Optional.of(
                        failed == 0 ? "is running." : "is running; " + failed + " of its pods have failed."));
    }

    private static boolean selects(HasMetadata workload, Pod pod) {
        var labels = Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.<String, String>of());
        var selector = switch (workload) {
            case Deployment deployment -> deployment.getSpec().getSelector().getMatchLabels();
            case StatefulSet set -> set.getSpec().getSelector().getMatchLabels();
            case DaemonSet set -> set.getSpec().getSelector().getMatchLabels();
            default ->
                Map.of("batch.kubernetes.io/job-name", workload.getMetadata().getName());
        };
        return !selector.isEmpty() && labels.entrySet().containsAll(selector.entrySet());
    }
}
