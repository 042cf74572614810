package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;

/** A part that was asked for and that no operator of this installation can make. */
public record MissingOperatorStep(String condition, String kind, String operator) implements Step {

    @Override
    public Outcome run(Work work) {
        return notInstalled(kind, operator);
    }

    static Outcome notInstalled(String kind, String operator) {
        return Outcome.waiting(
                "OperatorNotInstalled",
                "This cluster does not serve the kind " + kind + ": install the " + operator + " operator, or take " + operator
                        + " out of the spec.");
    }
}
