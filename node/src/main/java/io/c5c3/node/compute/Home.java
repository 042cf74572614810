package io.c5c3.node.compute;

import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.services.nova.NovaCell;
import java.util.Optional;

/**
 * The Nova and the cell that agents belong to, or why they have none yet.
 *
 * @param cell empty if there is none
 * @param problem empty if there is one
 */
record Home(Optional<NovaCell> cell, Optional<Outcome> problem) {

    static Home of(NovaCompute compute, Facts facts) {
        var namespace = compute.getMetadata().getNamespace();
        var named = compute.getSpec().novaRef();
        if (named == null) {
            var all = facts.neighbours(Nova.class);
            return all.size() == 1
                    ? in(all.getFirst(), compute)
                    : none(Outcome.waiting(
                            "WaitingForNova",
                            "There is " + (all.isEmpty() ? "no Nova" : "more than one Nova")
                                    + " in the namespace: write novaRef."));
        }
        var ref = Ref.of(Nova.class, namespace, named.name());
        return facts.neighbour(Nova.class, named.name())
                .map(nova -> in(nova, compute))
                .orElseGet(() -> none(Outcome.waiting("WaitingForNova", ref + ", which novaRef names, does not exist.")
                        .on(ref)));
    }

    private static Home in(Nova nova, NovaCompute compute) {
        var wanted = compute.getSpec().cell();
        var cells = NovaCell.of(nova);
        return cells.stream()
                .filter(cell -> cell.name().equals(wanted))
                .findFirst()
                .map(cell -> new Home(Optional.of(cell), Optional.empty()))
                .orElseGet(() -> none(Outcome.waiting(
                                "WaitingForCell",
                                Ref.of(nova) + " has no cell " + wanted + "; it has "
                                        + String.join(
                                                ", ",
                                                cells.stream()
                                                        .map(NovaCell::name)
                                                        .toList())
                                        + ": name it there, or write another cell here.")
                        .on(Ref.of(nova))));
    }

    private static Home none(Outcome why) {
        return new Home(Optional.empty(), Optional.of(why));
    }
}
