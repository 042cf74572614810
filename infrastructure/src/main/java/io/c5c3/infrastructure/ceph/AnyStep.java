package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.engine.step.StepGroup;
import java.util.ArrayList;
import java.util.List;

/** Servers of which one is enough: the others wait until it is gone. */
record AnyStep(List<Step> steps) implements StepGroup {

    AnyStep {
        steps = List.copyOf(steps);
    }

    @Override
    public Outcome run(Work work) throws Exception {
        var outcomes = new ArrayList<Outcome>();
        for (var step : steps) {
            outcomes.add(step.run(work));
        }
        var lacking = outcomes.stream().filter(outcome -> !outcome.succeeded()).findFirst();
        if (lacking.isEmpty() || outcomes.stream().noneMatch(Outcome::succeeded)) {
            return lacking.orElse(outcomes.getLast());
        }
        return lacking.get() instanceof Outcome.Waiting waiting
                ? new Outcome.Done("SomeAreAway", waiting.message(), waiting.retry(), waiting.found())
                : lacking.get();
    }
}
