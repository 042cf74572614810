package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;

/**
 * A part of a service.
 *
 * @param deployment how its pods are placed and sized; without it, as those of the whole service
 */
public record Workers(
        @Min(0) @Default("1") Integer replicas,
        @Default("{}") Pods deployment) {

    @SuppressWarnings("NullAway")
    public static final Workers ONE = new Workers(null, null);

    @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
    public Workers {
        replicas = replicas == null ? 1 : replicas;
        deployment = deployment == null ? Pods.DEFAULT : deployment;
    }

    /** How its pods are placed and sized: as it says, or else as is said for all parts. */
    public Pods pods(Pods common) {
        return deployment.or(common);
    }
}
