package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;

/** Several steps as one: what it has is what they have, and all of them are taken down, the last first. */
public interface StepGroup extends Step {

    List<Step> steps();

    @Override
    default List<HasMetadata> objects() {
        return steps().stream().flatMap(step -> step.objects().stream()).toList();
    }

    @Override
    default Collection<Ref> intends(String namespace) {
        return steps().stream()
                .flatMap(step -> step.intends(namespace).stream())
                .toList();
    }

    /** None waits for another. */
    @Override
    default Outcome teardown(Work work) throws Exception {
        Outcome last = Outcome.skipped("Taken down.");
        for (var step : steps().reversed()) {
            var outcome = step.teardown(work);
            if (!outcome.succeeded()) {
                last = outcome;
            }
        }
        return last;
    }
}
