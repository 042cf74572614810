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

/**
 * Several steps as one that do not wait for each other; the first that is not done speaks for all, and what any of them found is found.
 *
 * @param done what is said when all are done; what the last of them says, when absent
 */
public record TogetherStep(List<Step> steps, Optional<Outcome.Done> done) implements StepGroup {

    public TogetherStep {
        steps = List.copyOf(steps);
    }

    public TogetherStep(List<Step> steps) {
        this(steps, Optional.empty());
    }

    public TogetherStep(List<Step> steps, Outcome.Done done) {
        this(steps, Optional.of(done));
    }

    @Override
    public Outcome run(Work work) throws Exception {
        Outcome last = Outcome.skipped("Nothing to do.");
        Optional<Outcome> speaker = Optional.empty();
        Optional<Duration> again = Optional.empty();
        var found = new TreeMap<String, @Nullable Object>();
        for (var step : steps) {
            var outcome = step.run(work);
            found.putAll(outcome.found());
            again = Stream.of(again, again(outcome)).flatMap(Optional::stream).min(Duration::compareTo);
            if (!outcome.succeeded()) {
                speaker = speaker.or(() -> Optional.of(outcome));
            } else if (outcome instanceof Outcome.Done) {
                last = done.<Outcome>map(said -> said).orElse(outcome);
            }
        }
        return at(speaker.orElse(last), again).found(found);
    }

    private static Optional<Duration> again(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> done.again();
            case Outcome.Waiting waiting -> waiting.retry();
            case Outcome.Skipped skipped -> Optional.empty();
            case Outcome.Failed failed -> Optional.empty();
        };
    }

    /** Whoever speaks, the next look is as soon as any of them wants it. */
    private static Outcome at(Outcome outcome, Optional<Duration> again) {
        return switch (outcome) {
            case Outcome.Done done -> new Outcome.Done(done.reason(), done.message(), again, done.found());
            case Outcome.Waiting waiting ->
                new Outcome.Waiting(
                        waiting.reason(), waiting.message(), again, waiting.on(), waiting.worrying(), waiting.found());
            case Outcome.Skipped skipped -> skipped;
            case Outcome.Failed failed -> failed;
        };
    }
}
