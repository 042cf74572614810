package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a container is sure to get where its resource does not say. Without any request, a busy node gives a program the time that nobody
 * else wants, and a full one ends it first. They are small, since all of a small cloud has to fit on a node of two processors, and there
 * are no limits: a program that starts takes what it can get.
 */
public final class Requests {

    private Requests() {}

    public static ResourceRequirements of(String processor, String memory) {
        return new ResourceRequirementsBuilder()
                .withRequests(Map.of("cpu", new Quantity(processor), "memory", new Quantity(memory)))
                .build();
    }

    /** What a person has written counts as a whole: a request of ours beside a limit of theirs could be larger than it. */
    public static ResourceRequirements unless(@Nullable ResourceRequirements written, String processor, String memory) {
        return written != null ? written : of(processor, memory);
    }
}
