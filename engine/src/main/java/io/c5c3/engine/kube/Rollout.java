package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far a workload's controller has come with what it was told. */
public record Rollout(int desired, int updated, int ready, boolean observed) {

    public static Rollout of(HasMetadata workload) {
        return switch (workload) {
            case Deployment d -> {
                var status = d.getStatus();
                yield status == null
                        ? notStarted(d.getSpec().getReplicas())
                        : new Rollout(
                                desired(d.getSpec().getReplicas()),
                                count(status.getUpdatedReplicas())
                                        - (count(status.getReplicas()) - count(status.getUpdatedReplicas())),
                                count(status.getAvailableReplicas()),
                                observed(d, status.getObservedGeneration()));
            }
            case StatefulSet s -> {
                var status = s.getStatus();
                yield status == null
                        ? notStarted(s.getSpec().getReplicas())
                        : new Rollout(
                                desired(s.getSpec().getReplicas()),
                                // Kubernetes leaves updatedReplicas out once current and update revision are the same.
                                Objects.equals(status.getCurrentRevision(), status.getUpdateRevision())
                                        ? count(status.getReplicas())
                                        : count(status.getUpdatedReplicas()),
                                count(status.getReadyReplicas()),
                                observed(s, status.getObservedGeneration()));
            }
            case DaemonSet s -> {
                var status = s.getStatus();
                yield status == null
                        ? new Rollout(1, 0, 0, false)
                        : new Rollout(
                                count(status.getDesiredNumberScheduled()),
                                count(status.getUpdatedNumberScheduled()),
                                count(status.getNumberAvailable()),
                                observed(s, status.getObservedGeneration()));
            }
            default -> throw new IllegalArgumentException(workload.getKind() + " is no workload");
        };
    }

    private static Rollout notStarted(@Nullable Integer replicas) {
        return new Rollout(desired(replicas), 0, 0, false);
    }

    private static boolean observed(HasMetadata workload, @Nullable Long observedGeneration) {
        var generation = workload.getMetadata().getGeneration();
        return generation == null || (observedGeneration != null && observedGeneration >= generation);
    }

    private static int desired(@Nullable Integer replicas) {
        return replicas == null ? 1 : replicas;
    }

    private static int count(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    /** Every pod is of the newest template and answers its probe, and none of an older one is left. */
    public boolean complete() {
        return observed && updated == desired && ready == desired;
    }

    public String describe() {
        if (!observed) {
            return "its controller has not looked at it yet";
        }
        if (updated < desired) {
            return Math.max(0, updated) + " of " + desired + " replicas are up to date, " + ready + " ready";
        }
        return ready + " of " + desired + " replicas are ready";
    }
}
