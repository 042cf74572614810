package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * An API of a service beside its first one.
 *
 * @param deployment how its pods are placed and sized; without it, as those of the whole service
 */
@RecordBuilder
public record ApiPart(
        @Min(0) @Default("1") Integer replicas,
        Exposure exposure,
        @Default("{}") Pods deployment) {}
