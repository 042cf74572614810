package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.util.Comparator;

/** Children have fixed names, so a namespace holds one plane: the oldest. A younger one waits, and touches nothing. */
record UniquePlaneStep(String condition) implements Step {

    private static final Comparator<ControlPlane> AGE = Comparator.<ControlPlane, String>comparing(
                    plane -> String.valueOf(plane.getMetadata().getCreationTimestamp()))
            .thenComparing(plane -> plane.getMetadata().getName());

    @Override
    public Outcome run(Work work) {
        var oldest = work.all(ControlPlane.class).stream().min(AGE);
        if (oldest.isPresent()
                && !oldest.get()
                        .getMetadata()
                        .getName()
                        .equals(work.owner().getMetadata().getName())) {
            var first = oldest.get().getMetadata().getName();
            return Outcome.waiting(
                            "DuplicateControlPlane",
                            "The namespace " + work.namespace() + " already has ControlPlane/" + first
                                    + ": put this one into a namespace of its own, or delete the other.")
                    .on(Ref.of(oldest.get()));
        }
        return Outcome.done("Accepted", "The plane is the only one in its namespace.");
    }
}
