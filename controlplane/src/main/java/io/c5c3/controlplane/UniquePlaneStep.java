package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.util.Comparator;
import java.util.Optional;

/** Children have fixed names, so a namespace holds one plane: the oldest. A younger one waits, and touches nothing. */
record UniquePlaneStep() implements Step {

    private static final Comparator<ControlPlane> AGE = Comparator.<ControlPlane, String>comparing(
                    plane -> String.valueOf(plane.getMetadata().getCreationTimestamp()))
            .thenComparing(plane -> plane.getMetadata().getName());

    @Override
    public Outcome run(Work work) {
        return older(work)
                .<Outcome>map(first -> Outcome.waiting(
                                "DuplicateControlPlane",
                                "The namespace " + work.namespace() + " already has " + Ref.of(first)
                                        + ": put this one into a namespace of its own, or delete the other.")
                        .on(Ref.of(first)))
                .orElseGet(() -> Outcome.done("Accepted", "The plane is the only one in its namespace."));
    }

    @Override
    public boolean admits(Work work) {
        return older(work).isEmpty();
    }

    private static Optional<ControlPlane> older(Work work) {
        return work.all(ControlPlane.class).stream()
                .min(AGE)
                .filter(oldest -> !oldest.getMetadata()
                        .getName()
                        .equals(work.owner().getMetadata().getName()));
    }
}
