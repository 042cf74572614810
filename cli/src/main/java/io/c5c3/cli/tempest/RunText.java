package io.c5c3.cli.tempest;

import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;

/** What the last run of a Tempest found, for a person. */
public record RunText(Observed tempest) {

    private static final String VERDICT = "TestsPassed";

    public boolean passed() {
        return !TestRun.isStopped(tempest)
                && tempest.condition(VERDICT)
                        .map(condition -> "True".equals(condition.getStatus()))
                        .orElse(false);
    }

    public List<Text> lines() {
        // Of a run whose Job was deleted nothing is known: what the status tells is of the one before.
        if (TestRun.isStopped(tempest)) {
            return List.of(Text.of(
                    Style.BAD,
                    tempest.condition("RunReady")
                            .map(condition -> condition.getMessage())
                            .orElse("The run was stopped.")));
        }
        var results = tempest.status().path("results");
        if (!results.path("totalTests").isInt()) {
            return List.of(Text.of(
                    Style.BAD,
                    tempest.condition(VERDICT)
                            .map(condition -> condition.getMessage())
                            .orElse("The run left no result.")));
        }
        var lines = new ArrayList<Text>();
        var failed = results.path("failedTests").asInt();
        lines.add(Text.of(
                passed() ? Style.GOOD : Style.BAD,
                results.path("passedTests").asInt() + " of "
                        + results.path("totalTests").asInt() + " tests passed, " + failed + " failed, "
                        + results.path("skippedTests").asInt() + " skipped, in " + tempest.status("lastDuration")
                        + "."));
        if (!tempest.status("stopped").isEmpty()) {
            lines.add(Text.of(Style.BAD, "Not all tests were run: " + tempest.status("stopped") + "."));
        }
        if (!tempest.status("leftOut").isEmpty()) {
            lines.add(Text.of("Left out: " + tempest.status("leftOut") + "."));
        }
        var names = tempest.status().path("failures");
        names.forEach(test -> lines.add(Text.of(Style.BAD, "  failed  ").plus(test.asText())));
        if (failed > names.size()) {
            lines.add(Text.of(Style.BAD, "  failed  ").plus("and " + (failed - names.size()) + " more"));
        }
        lines.add(Text.of(Style.DIM, "'./c5c3 tempest report " + tempest.name() + "' fetches the whole report."));
        return lines;
    }
}
