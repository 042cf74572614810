package io.c5c3.engine;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the steps of a plan: each once all it waits for has succeeded, independent ones side by side in one look. */
final class Pipeline {

    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    private static final Duration SOON = Duration.ofMillis(500);

    private final Meter meter;

    Pipeline(Meter meter) {
        this.meter = meter;
    }

    Report run(Plan plan, Work work) {
        var outcomes = new LinkedHashMap<String, Outcome>();
        var blocked = new LinkedHashMap<String, String>();
        for (var entry : plan.entries()) {
            var condition = entry.step().condition();
            var waitsFor = entry.after().stream()
                    .filter(other -> blocked.containsKey(other)
                            || !outcomes.getOrDefault(other, Outcome.failed("", ""))
                                    .succeeded())
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (waitsFor.isEmpty()) {
                outcomes.put(
                        condition, guarded(condition, work, () -> entry.step().run(work)));
            } else {
                blocked.put(condition, waitsFor);
            }
        }
        var asides = plan.entries().stream()
                .map(Plan.Entry::step)
                .filter(step -> !step.decides())
                .map(Step::condition)
                .collect(Collectors.toUnmodifiableSet());
        return report(outcomes, blocked, asides);
    }

    /** Takes the steps down in reverse order; stops at the first that is not through. */
    Report teardown(Plan plan, Work work) {
        var outcomes = new LinkedHashMap<String, Outcome>();
        for (var entry : plan.entries().reversed()) {
            var condition = entry.step().condition();
            var outcome = guarded(condition, work, () -> entry.step().teardown(work));
            if (!outcome.succeeded()) {
                outcomes.put(condition, outcome);
                break;
            }
        }
        return report(outcomes, Map.of(), Set.of());
    }

    private static Report report(Map<String, Outcome> outcomes, Map<String, String> blocked, Set<String> asides) {
        var again = outcomes.values().stream()
                .map(Pipeline::again)
                .flatMap(Optional::stream)
                .min(Duration::compareTo);
        var faulty = outcomes.values().stream()
                .anyMatch(outcome -> outcome instanceof Outcome.Failed failed && !failed.terminal());
        return new Report(outcomes, blocked, asides, again, faulty);
    }

    private static Optional<Duration> again(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> done.again();
            case Outcome.Waiting waiting -> waiting.retry();
            case Outcome.Skipped skipped -> Optional.empty();
            case Outcome.Failed failed -> Optional.empty();
        };
    }

    private interface Action {
        Outcome run() throws Exception;
    }

    private Outcome guarded(String condition, Work work, Action action) {
        var start = System.nanoTime();
        var outcome = clean(work, outcome(condition, work, action));
        meter.step(work.operator(), condition, Duration.ofNanos(System.nanoTime() - start), outcome);
        return outcome;
    }

    /** The one place where a fault becomes words. What is not expected is logged in full and only named in the status. */
    private static Outcome outcome(String condition, Work work, Action action) {
        try {
            return action.run();
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                return Outcome.waiting("Conflict", "Somebody else changed an object at the same time; trying again.")
                        .retry(SOON);
            }
            var message = e.getStatus() == null || e.getStatus().getMessage() == null
                    ? "the API server could not be reached"
                    : e.getStatus().getMessage();
            LOG.warn("{}: the API server answered {}: {}", condition, e.getCode(), work.redacted(message));
            return e.getCode() == UNPROCESSABLE
                    ? Outcome.mistake("Rejected", "The API server refused an object: " + message)
                    : Outcome.failed("APIServerError", "The API server answered " + e.getCode() + ": " + message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.failed("Interrupted", "The operator is stopping.");
        } catch (Exception e) {
            LOG.error("{}: unexpected fault", condition, e);
            return Outcome.failed(
                    "InternalError",
                    "An unexpected " + e.getClass().getSimpleName()
                            + " stopped this step; the operator's log has the details.");
        }
    }

    private static Outcome clean(Work work, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done o -> new Outcome.Done(o.reason(), work.redacted(o.message()), o.again());
            case Outcome.Skipped o -> new Outcome.Skipped(o.reason(), work.redacted(o.message()));
            case Outcome.Waiting o -> new Outcome.Waiting(o.reason(), work.redacted(o.message()), o.retry(), o.on());
            case Outcome.Failed o -> new Outcome.Failed(o.reason(), work.redacted(o.message()), o.terminal(), o.on());
        };
    }

    /** Every object that some step of the plan may keep. */
    static Collection<Ref> intended(Plan plan, String namespace) {
        return plan.entries().stream()
                .map(Plan.Entry::step)
                .map(step -> step.intends(namespace))
                .flatMap(Collection::stream)
                .collect(Collectors.toUnmodifiableSet());
    }
}
