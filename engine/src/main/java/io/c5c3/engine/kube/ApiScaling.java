package io.c5c3.engine.kube;

import io.c5c3.api.common.Autoscaling;
import io.c5c3.api.common.Defaults;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many pods an API has, and how many of them may be away at once.
 *
 * @param name of the Deployment, and of what is made for it
 * @param onOneNode whether the pods have to share a node
 */
public record ApiScaling(
        String name,
        Map<String, String> labels,
        Map<String, String> selector,
        int replicas,
        Autoscaling autoscaling,
        boolean onOneNode) {

    /** Pods that may be anywhere, and as many as are asked for. */
    public static ApiScaling fixed(
            String name, Map<String, String> labels, Map<String, String> selector, int replicas) {
        return new ApiScaling(name, labels, selector, replicas, Defaults.of(Autoscaling.class), false);
    }

    /** What the Deployment says; nothing while the number belongs to the autoscaler. */
    public @Nullable Integer fixedReplicas() {
        return autoscaling.enabled() ? null : Integer.valueOf(replicas);
    }

    /**
     * A budget is for those who have something to spare: with one pod it would only keep its node from being drained. So it would where pods
     * share a node, since the one that is to come waits for the others to leave.
     */
    public List<HasMetadata> disruptionBudget() {
        var fewest = autoscaling.enabled() ? autoscaling.minReplicas() : replicas;
        if (fewest < 2 || onOneNode) {
            return List.of();
        }
        return List.of(new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withMaxUnavailable(new IntOrString(1))
                // A pod that is not ready serves nobody; it must not keep a node from being drained.
                .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                .withNewSelector()
                .withMatchLabels(new TreeMap<>(selector))
                .endSelector()
                .endSpec()
                .build());
    }

    public List<HasMetadata> autoscaler() {
        if (!autoscaling.enabled()) {
            return List.of();
        }
        return List.of(new HorizontalPodAutoscalerBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withNewScaleTargetRef()
                .withApiVersion("apps/v1")
                .withKind("Deployment")
                .withName(name)
                .endScaleTargetRef()
                .withMinReplicas(autoscaling.minReplicas())
                .withMaxReplicas(autoscaling.maxReplicas())
                .addNewMetric()
                .withType("Resource")
                .withNewResource()
                .withName("cpu")
                .withNewTarget()
                .withType("Utilization")
                .withAverageUtilization(autoscaling.targetCPUUtilizationPercentage())
                .endTarget()
                .endResource()
                .endMetric()
                .endSpec()
                .build());
    }
}
