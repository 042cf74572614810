package io.c5c3.services.tempest;

import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells how the last run ended, from what its pod left behind. The pod goes with the next run; the status remembers.
 *
 * @param runs the labels of the pods of all runs
 */
record ResultStep(Map<String, String> runs) implements Step {

    /** How many names of tests a message holds. */
    private static final int NAMES = 3;

    ResultStep {
        runs = new TreeMap<>(runs);
    }

    @Override
    public Outcome run(Work work) {
        var known = work.owner() instanceof Tempest tempest
                ? RunResult.of(tempest.getStatus())
                : RunResult.of((Tempest.Status) null);
        var newest = work.labelled(Pod.class, runs).stream()
                .flatMap(RunResult::of)
                .max(Comparator.comparing(RunResult::started));
        var outcome = Stream.concat(newest.stream(), known.stream())
                .max(Comparator.comparing(RunResult::started))
                .map(run -> told(run, work.owner().getMetadata().getName()))
                .orElseGet(() -> Outcome.waiting("NoRunYet", "No run has ended yet."));
        return newest.filter(run ->
                        known.isEmpty() || run.started().isAfter(known.get().started()))
                .map(run -> outcome.found(found(run)))
                .orElse(outcome);
    }

    private static Map<String, @Nullable Object> found(RunResult run) {
        var found = new TreeMap<String, @Nullable Object>();
        found.put("lastRun", run.started().toString());
        found.put("lastDuration", run.duration());
        found.put("results", run.results().orElse(null));
        found.put("failures", run.failures());
        found.put("skips", run.skips());
        found.put("leftOut", run.leftOut().orElse(null));
        found.put("report", run.report().orElse(null));
        found.put("stopped", run.stopped().orElse(null));
        return found;
    }

    private static Outcome told(RunResult run, String name) {
        if (run.results().isEmpty()) {
            return Outcome.waiting(
                    "RunBrokeOff",
                    "The run of " + run.started() + " ended without a result"
                            + (run.words().isEmpty() ? "." : ": " + run.words()));
        }
        var results = run.results().get();
        var figures = results.passedTests() + " of " + results.totalTests() + " tests passed, " + results.skippedTests()
                + " skipped";
        var leftOut = run.leftOut().map(tests -> " Left out: " + tests + ".").orElse("");
        var found = figures + (run.failures().isEmpty() ? "." : ", " + failed(run, name)) + leftOut;
        if (run.stopped().isPresent()) {
            return Outcome.waiting(
                    "RunStopped", "The run was stopped (" + run.stopped().get() + "); until then, " + found);
        }
        return run.failures().isEmpty() ? Outcome.done("TestsPassed", found) : Outcome.waiting("TestsFailed", found);
    }

    private static String failed(RunResult run, String name) {
        var number = run.results().map(Tempest.Results::failedTests).orElse(0);
        var names = run.failures().stream().limit(NAMES).toList();
        var others = number - names.size();
        return number + " failed: " + String.join(", ", names)
                + (others > 0
                        ? " and " + others + " more; './c5c3 tempest report " + name
                                + "' fetches the report that has all of" + " them."
                        : ".");
    }
}
