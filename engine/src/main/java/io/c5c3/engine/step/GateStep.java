package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;

/** Nothing but a name for "all that came before holds", for people and for steps that wait for many. */
public record GateStep(String condition, String message) implements Step {

    @Override
    public Outcome run(Work work) {
        return Outcome.done("AllReady", message);
    }
}
