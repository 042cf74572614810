package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Several steps as one, one after the other; the first that cannot go on speaks for all, and what any of them found is found. */
public record SequenceStep(List<Step> steps) implements StepGroup {

    public SequenceStep(Step... steps) {
        this(List.of(steps));
    }

    @Override
    public Outcome run(Work work) throws Exception {
        Outcome last = Outcome.skipped("Nothing to do.");
        Optional<Duration> again = Optional.empty();
        var found = new TreeMap<String, @Nullable Object>();
        for (var step : steps) {
            var outcome = step.run(work);
            found.putAll(outcome.found());
            if (!outcome.succeeded()) {
                return outcome.found(found);
            }
            if (outcome instanceof Outcome.Done done) {
                again = Stream.of(again, done.again()).flatMap(Optional::stream).min(Duration::compareTo);
                last = new Outcome.Done(done.reason(), done.message(), again, done.found());
            }
        }
        return last.found(found);
    }

    /** What came later stands on what came before, which waits until it is gone. */
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
