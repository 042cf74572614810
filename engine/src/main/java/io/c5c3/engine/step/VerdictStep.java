package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;

/** Something the blueprint knows without looking: that a wish cannot be met, say. Steps that must not start wait for its condition. */
public record VerdictStep(String condition, Outcome outcome) implements Step {

    @Override
    public Outcome run(Work work) {
        return outcome;
    }
}
