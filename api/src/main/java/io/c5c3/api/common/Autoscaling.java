package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * A HorizontalPodAutoscaler for the API; while it is on, the number of replicas belongs to it.
 *
 * @param enabled whether there is one
 * @param minReplicas how many pods there are at least
 * @param maxReplicas how many pods there are at most
 * @param targetCPUUtilizationPercentage the load that it aims at, in percent of what the pods request
 */
@ValidationRule(
        value = "self.minReplicas <= self.maxReplicas",
        message = "autoscaling.minReplicas must not be greater than autoscaling.maxReplicas")
public record Autoscaling(
        @Default("false") Boolean enabled,
        @Min(1) @Default("1") Integer minReplicas,
        @Min(1) @Default("5") Integer maxReplicas,
        @Min(1) @Max(100) @Default("80") Integer targetCPUUtilizationPercentage) {

    @SuppressWarnings("NullAway")
    public static final Autoscaling OFF = new Autoscaling(false, null, null, null);

    public Autoscaling {
        enabled = enabled != null && enabled;
        minReplicas = minReplicas == null ? 1 : minReplicas;
        maxReplicas = maxReplicas == null ? 5 : maxReplicas;
        targetCPUUtilizationPercentage = targetCPUUtilizationPercentage == null ? 80 : targetCPUUtilizationPercentage;
    }
}
