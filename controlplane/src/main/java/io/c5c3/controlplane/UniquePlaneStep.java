package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Children have fixed names, so a namespace holds one plane: the oldest. A younger one waits, and touches nothing. Neither does one with
 * mistakes, until they are mended: what it has made before stays as it is.
 *
 * @param mistakes what is wrong with the settings that the API server has not looked into
 */
record UniquePlaneStep(List<String> mistakes) implements Step {

    /** So many are told at once. */
    private static final int TOLD = 5;

    /** The kinds in which a cloud can be asked for. */
    static final Set<Class<? extends HasMetadata>> PLANES = Set.of(ControlPlane.class, OpenStackControlPlane.class);

    private static final Comparator<HasMetadata> AGE = Comparator.<HasMetadata, String>comparing(
                    plane -> String.valueOf(plane.getMetadata().getCreationTimestamp()))
            .thenComparing(plane -> plane.getMetadata().getName())
            .thenComparing(plane -> plane.getKind());

    @Override
    public Outcome run(Work work) {
        return older(work)
                .<Outcome>map(first -> Outcome.waiting(
                                "DuplicateControlPlane",
                                "The namespace " + work.namespace() + " already has " + Ref.of(first)
                                        + ": put this one into a namespace of its own, or delete the other.")
                        .on(Ref.of(first)))
                .orElseGet(this::settings);
    }

    private Outcome settings() {
        if (mistakes.isEmpty()) {
            return Outcome.done("Accepted", "The plane is the only one in its namespace.");
        }
        var more = mistakes.size() > TOLD ? " (and " + (mistakes.size() - TOLD) + " more)" : "";
        return Outcome.mistake(
                "InvalidSettings", mistakes.stream().limit(TOLD).collect(Collectors.joining(" | ")) + more);
    }

    @Override
    public boolean admits(Work work) {
        return older(work).isEmpty();
    }

    private static Optional<HasMetadata> older(Work work) {
        return PLANES.stream()
                .<HasMetadata>flatMap(kind -> work.all(kind).stream())
                .min(AGE)
                .filter(oldest -> !Ref.of(oldest).equals(Ref.of(work.owner())));
    }
}
