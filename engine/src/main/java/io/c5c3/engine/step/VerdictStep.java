package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;

/**
 * Something the blueprint knows without looking: that a wish cannot be met, say, and steps that must not start wait for its condition; or
 * what the status is to say once those before it in a {@link SequenceStep} are done.
 */
public record VerdictStep(Outcome outcome) implements Step {

    @Override
    public Outcome run(Work work) {
        return outcome;
    }
}
