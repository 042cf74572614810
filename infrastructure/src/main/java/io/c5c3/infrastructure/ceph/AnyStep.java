package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Servers of which one is enough: the others wait until it is gone. */
record AnyStep(List<Step> steps) implements Step {

    AnyStep {
        steps = List.copyOf(steps);
    }

    @Override
    public List<HasMetadata> objects() {
        return steps.stream().flatMap(step -> step.objects().stream()).toList();
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return steps.stream().flatMap(step -> step.intends(namespace).stream()).toList();
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

    @Override
    public Outcome teardown(Work work) throws Exception {
        Outcome last = Outcome.skipped("Taken down.");
        for (var step : steps.reversed()) {
            var outcome = step.teardown(work);
            if (!outcome.succeeded()) {
                last = outcome;
            }
        }
        return last;
    }
}
