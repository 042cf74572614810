package io.c5c3.engine;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the steps of a plan: each once all it waits for has succeeded, independent ones side by side in one look. */
final class Pipeline {

    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    private static final Duration SOON = Duration.ofMillis(500);
    private static final Duration LATER = Duration.ofMinutes(1);

    private static final String INTERNAL = "InternalError";

    /** How long a fault in our own code may hold up a deletion. */
    private static final Duration LONGEST_FAULT = Duration.ofMinutes(10);

    private final Meter meter;

    Pipeline(Meter meter) {
        this.meter = meter;
    }

    Report run(Plan plan, Work work) {
        var outcomes = new LinkedHashMap<String, Outcome>();
        var blocked = new LinkedHashMap<String, String>();
        for (var entry : plan.entries()) {
            var condition = entry.condition();
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
                .filter(entry -> !entry.decides())
                .map(Plan.Entry::condition)
                .collect(Collectors.toUnmodifiableSet());
        return report(outcomes, blocked, asides);
    }

    /** The report on a look that ended before any step. */
    Report end(String condition, Outcome outcome, Work work) {
        return report(Map.of(condition, cleaned(outcome, work)), Map.of(), Set.of());
    }

    /** Does what belongs to no step; it is told of only if it goes wrong. */
    Report also(Report report, String condition, Work work, Runnable action) {
        var outcome = guarded(condition, work, () -> {
            action.run();
            return Outcome.done(condition, condition + ".");
        });
        if (outcome.succeeded()) {
            return report;
        }
        var outcomes = new LinkedHashMap<>(report.outcomes());
        outcomes.put(condition, outcome);
        return report(outcomes, report.blocked(), report.asides());
    }

    /**
     * Takes the steps down in reverse order; stops at the first that is not through. A deletion must end: what no further look can take
     * down is told and left.
     */
    Report teardown(Plan plan, Work work, BiConsumer<String, Outcome> left) {
        var outcomes = new LinkedHashMap<String, Outcome>();
        var refused = refused(plan, work);
        for (var entry : plan.entries().reversed()) {
            var condition = entry.condition();
            if (refused.contains(condition)) {
                continue;
            }
            var outcome = guarded(condition, work, () -> entry.step().teardown(work));
            if (hopeless(outcome, work)) {
                left.accept(condition, outcome);
            } else if (!outcome.succeeded()) {
                outcomes.put(condition, outcome);
                break;
            }
        }
        return report(outcomes, Map.of(), Set.of());
    }

    private static boolean hopeless(Outcome outcome, Work work) {
        return outcome instanceof Outcome.Failed failed
                && (failed.terminal()
                        || (INTERNAL.equals(failed.reason())
                                && work.deletedFor().compareTo(LONGEST_FAULT) > 0));
    }

    /** The conditions of the steps that never ran, because one before them does not admit the resource. */
    private static Set<String> refused(Plan plan, Work work) {
        var refused = new HashSet<String>();
        for (var entry : plan.entries()) {
            if (entry.after().stream().anyMatch(refused::contains)
                    || !entry.step().admits(work)) {
                refused.add(entry.condition());
            }
        }
        return refused;
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
            // What belongs to somebody else is seldom watched: nobody tells when it goes, or is handed over.
            case Outcome.Failed failed -> Optional.of(LATER).filter(after -> Outcome.TAKEN.equals(failed.reason()));
        };
    }

    private interface Action {
        Outcome run() throws Exception;
    }

    private Outcome guarded(String condition, Work work, Action action) {
        var start = System.nanoTime();
        var outcome = cleaned(outcome(condition, work, action), work);
        meter.step(work.operator(), condition, Duration.ofNanos(System.nanoTime() - start), outcome);
        return outcome;
    }

    /** The one place where a fault becomes words. What is not expected is logged in full and only named in the status. */
    private static Outcome outcome(String condition, Work work, Action action) {
        try {
            return action.run();
        } catch (NameTaken e) {
            return e.outcome();
        } catch (LeaseLost e) {
            // Not a word about it either: the next leader says how things are.
            throw e;
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                return Outcome.waiting("Conflict", "Somebody else changed an object at the same time; trying again.")
                        .retry(SOON);
            }
            if (dyingNamespace(e)) {
                return Outcome.waiting(
                        "NamespaceTerminating",
                        "The namespace " + work.namespace() + " is being deleted; nothing is made in it any more.");
            }
            var message = e.getStatus() == null || e.getStatus().getMessage() == null
                    ? "the API server could not be reached"
                    : e.getStatus().getMessage();
            LOG.warn("{}: the API server answered {}: {}", condition, e.getCode(), work.redacted(message));
            return e.getCode() == UNPROCESSABLE
                    ? Outcome.mistake("Rejected", "The API server refused an object: " + message)
                    : Outcome.failed("APIServerError", "The API server answered " + e.getCode() + ": " + message);
        } catch (Refused e) {
            return e.outcome();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.failed("Interrupted", "The operator is stopping.");
        } catch (Exception | StackOverflowError e) {
            LOG.error("{}: unexpected fault", condition, e);
            return Outcome.failed(
                    INTERNAL,
                    "An unexpected " + e.getClass().getSimpleName()
                            + " stopped this step; the operator's log has the details.");
        }
    }

    private static boolean dyingNamespace(KubernetesClientException e) {
        return e.getCode() == FORBIDDEN
                && e.getStatus() != null
                && e.getStatus().getDetails() != null
                && e.getStatus().getDetails().getCauses() != null
                && e.getStatus().getDetails().getCauses().stream()
                        .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
    }

    private static Outcome cleaned(Outcome outcome, Work work) {
        return outcome.saying(work.redacted(outcome.message()));
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
