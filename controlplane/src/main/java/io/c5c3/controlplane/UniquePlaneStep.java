package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.openstack.OpenStackControlPlane;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Children have fixed names, so a namespace holds one plane, of either face: the oldest. A younger one waits, and touches nothing. */
record UniquePlaneStep() implements Step {

    private static final List<Class<? extends HasMetadata>> KINDS =
            List.of(ControlPlane.class, OpenStackControlPlane.class);

    private static final Comparator<HasMetadata> AGE = Comparator.<HasMetadata, String>comparing(
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

    private static Optional<HasMetadata> older(Work work) {
        return KINDS.stream()
                .filter(work::serves)
                .<HasMetadata>flatMap(kind -> work.all(kind).stream())
                .min(AGE)
                .filter(oldest -> !Ref.of(oldest).equals(Ref.of(work.owner())));
    }
}
