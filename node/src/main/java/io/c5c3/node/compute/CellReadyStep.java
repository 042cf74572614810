package io.c5c3.node.compute;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.services.nova.NovaCell;

/** Waits until Nova knows the cell. Not until all of Nova is ready: an agent that is there before its conductors waits for them itself. */
record CellReadyStep(NovaCell cell) implements Step {

    private static final String CELLS = "CellsReady";

    @Override
    public Outcome run(Work work) {
        var ref = Ref.of(cell.nova());
        var cells = Conditions.of(cell.nova(), CELLS);
        if (cells.isPresent() && "True".equals(cells.get().getStatus())) {
            return Outcome.done("CellMapped", ref + " knows the cell " + cell.name() + ".");
        }
        return Outcome.waiting(
                        "WaitingForCell",
                        ref + " does not know the cell " + cell.name() + " yet"
                                + cells.map(state -> ": " + state.getMessage()).orElse("."))
                .on(ref);
    }
}
