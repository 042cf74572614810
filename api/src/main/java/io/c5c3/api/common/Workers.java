package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A part of a service.
 *
 * @param deployment how its pods are placed and sized; without it, as those of the whole service
 */
@RecordBuilder
public record Workers(
        @Min(0) @Default("1") Integer replicas,
        @Default("{}") Pods deployment) {

    /** How its pods are placed and sized: as it says, or else as is said for all parts. */
    public Pods pods(Pods common) {
        return deployment.or(common);
    }
}
