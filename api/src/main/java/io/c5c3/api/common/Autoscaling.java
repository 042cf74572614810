package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;

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
@RecordBuilder
public record Autoscaling(
        @Default("false") Boolean enabled,
        @Min(1) @Default("1") Integer minReplicas,
        @Min(1) @Default("5") Integer maxReplicas,
        @Min(1) @Max(100) @Default("80") Integer targetCPUUtilizationPercentage) {}
