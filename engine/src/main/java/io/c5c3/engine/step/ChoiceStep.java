package io.c5c3.engine.step;

import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;

/**
 * A verdict that is kept: where the data is, was chosen once, and is not chosen again because something else is installed, or because the
 * resource came back from a backup without its status.
 *
 * @param chosen nothing is kept while the verdict is that the wish cannot be met
 * @param deleted whether deleting the resource deletes the data, and with it the reason to remember where it was
 */
public record ChoiceStep(Outcome outcome, String what, String chosen, boolean deleted) implements Step {

    @Override
    public Outcome run(Work work) {
        if (outcome.succeeded()) {
            Founding.note(work, what, chosen);
        }
        return outcome;
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted) {
            Founding.forget(work, what);
        }
        return Outcome.skipped("Taken down.");
    }
}
