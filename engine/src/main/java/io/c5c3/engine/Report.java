package io.c5c3.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a resource came to.
 *
 * @param outcomes by condition, of the steps that ran
 * @param blocked by condition, the conditions that keep the other steps from running
 * @param asides the conditions of steps that do not decide whether the resource is ready
 * @param again when to look again if no watch event comes before
 * @param faulty whether something went wrong that trying again may mend
 */
public record Report(
        Map<String, Outcome> outcomes,
        Map<String, String> blocked,
        Set<String> asides,
        Optional<Duration> again,
        boolean faulty) {

    /** What the steps found for the status; of a field that several speak of, the last in the plan's order counts. */
    Map<String, @Nullable Object> found() {
        var found = new TreeMap<String, @Nullable Object>();
        outcomes.values().forEach(outcome -> found.putAll(outcome.found()));
        return found;
    }

    /** Every step has nothing left to do. */
    public boolean settled() {
        return asides.containsAll(blocked.keySet()) && failing().isEmpty();
    }

    /** Whether an Event about this condition is a warning. Those that speak for all are as bad as the worst of them. */
    boolean bad(String condition) {
        return switch (condition) {
            case Conditions.STALLED -> true;
            case Conditions.READY -> failing().stream().anyMatch(Outcome::bad);
            default ->
                outcomes.containsKey(condition) && outcomes.get(condition).bad();
        };
    }

    /** What went wrong, or is not yet right, in the order of the plan. */
    List<Outcome> failing() {
        return outcomes.entrySet().stream()
                .filter(entry -> !asides.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .filter(outcome -> !outcome.succeeded())
                .toList();
    }
}
