package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** An object that a resource would have written or deleted is not its own. Nothing was changed. */
public final class NameTaken extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Outcome.Failed outcome;

    public NameTaken(HasMetadata there, Owner asking) {
        this(outcome(there, asking));
    }

    private NameTaken(Outcome.Failed outcome) {
        super(outcome.message());
        this.outcome = outcome;
    }

    /** As the condition of the step says it. */
    public Outcome.Failed outcome() {
        return outcome;
    }

    private static Outcome.Failed outcome(HasMetadata there, Owner asking) {
        var ref = Ref.of(there);
        return Owner.on(there)
                .map(owner -> Outcome.taken(ref.toString(), owner, asking))
                .orElseGet(() -> Outcome.mistake(
                        Outcome.TAKEN,
                        ref + " was not made by this operator, and is left alone: rename or delete it, or hand it over"
                                + " by annotating it " + Owner.ADOPTION + ": "
                                + asking.asHeirFrom(there.getMetadata().getNamespace()) + "."))
                .on(ref);
    }
}
