package io.c5c3.engine;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What one look at a resource came to.
 *
 * @param outcomes by condition, of the steps that ran
 * @param blocked by condition, the conditions that keep the other steps from running
 * @param again when to look again if no watch event comes before
 * @param faulty whether something went wrong that trying again may mend
 */
public record Report(
        Map<String, Outcome> outcomes, Map<String, String> blocked, Optional<Duration> again, boolean faulty) {

    /** Every step has nothing left to do. */
    public boolean settled() {
        return blocked.isEmpty() && outcomes.values().stream().allMatch(Outcome::succeeded);
    }
}
