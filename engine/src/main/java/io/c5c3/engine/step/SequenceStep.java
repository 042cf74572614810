package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Several steps behind one condition, one after the other; the first that cannot go on speaks for all. */
public record SequenceStep(String condition, List<Step> steps) implements Step {

    public SequenceStep(String condition, Step... steps) {
        this(condition, List.of(steps));
    }

    @Override
    public Outcome run(Work work) throws Exception {
        Outcome last = Outcome.skipped("Nothing to do.");
        Optional<Duration> again = Optional.empty();
        for (var step : steps) {
            var outcome = step.run(work);
            if (!outcome.succeeded()) {
                return outcome;
            }
            if (outcome instanceof Outcome.Done done) {
                again = Stream.of(again, done.again()).flatMap(Optional::stream).min(Duration::compareTo);
                last = new Outcome.Done(done.reason(), done.message(), again);
            }
        }
        return last;
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
    public Outcome teardown(Work work) throws Exception {
        for (var step : steps.reversed()) {
            var outcome = step.teardown(work);
            if (!outcome.succeeded()) {
                return outcome;
            }
        }
        return Outcome.skipped("Taken down.");
    }
}
