package io.c5c3.engine;

/** Something that a step asked for cannot be had, and why: it becomes the outcome of the step, wherever in it that was noticed. */
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Outcome outcome;

    public Refused(Outcome outcome) {
        super(outcome.message());
        this.outcome = outcome;
    }

    public Outcome outcome() {
        return outcome;
    }
}
