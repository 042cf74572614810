package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.util.Collection;

/** Keeps what another step has made, if it ever did, without doing any more for it: what holds data is not pruned with what used it. */
public record KeptStep(Step made) implements Step {

    @Override
    public Outcome run(Work work) {
        return Outcome.skipped("What is there is kept.");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return made.intends(namespace);
    }

    @Override
    public Outcome teardown(Work work) throws Exception {
        return made.teardown(work);
    }
}
