package io.c5c3.cli.tempest;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.cli.cluster.Documents;
import io.c5c3.cli.plane.Observed;
import io.c5c3.cli.terminal.Text;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTextTest {

    private static RunText text(String status) {
        return new RunText(
                Observed.of(Documents.parse("""
                        apiVersion: tempest.openstack.c5c3.io/v1alpha1
                        kind: Tempest
                        metadata: {name: smoke}
                        status: %s
                        """.formatted(status), "test").getFirst()));
    }

    private static List<String> lines(RunText text) {
        return text.lines().stream().map(Text::toString).toList();
    }

    @Test
    void figuresAndNamesAndWhereTheRestIs() {
        var text = text(
                "{conditions: [{type: TestsPassed, status: 'False'}], lastDuration: 2m5s, leftOut: '97 tests, since"
                        + " tests.guestAccess is false', failures: [a.b, c.d], results: {passedTests: 1, failedTests: 200,"
                        + " skippedTests: 3, totalTests: 204}}");
        assertThat(text.passed()).isFalse();
        assertThat(lines(text))
                .containsExactly(
                        "1 of 204 tests passed, 200 failed, 3 skipped, in 2m5s.",
                        "Left out: 97 tests, since tests.guestAccess is false.",
                        "  failed  a.b",
                        "  failed  c.d",
                        "  failed  and 198 more",
                        "'./c5c3 tempest report smoke' fetches the whole report.");
    }

    @Test
    void aRunThatPassed() {
        var text =
                text("{conditions: [{type: TestsPassed, status: 'True'}], lastDuration: 5s, results: {passedTests: 2,"
                        + " failedTests: 0, skippedTests: 0, totalTests: 2}}");
        assertThat(text.passed()).isTrue();
        assertThat(lines(text)).first().isEqualTo("2 of 2 tests passed, 0 failed, 0 skipped, in 5s.");
    }

    @Test
    void aRunThatWasStoppedTellsWhatItFoundUntilThen() {
        var text = text(
                "{conditions: [{type: TestsPassed, status: 'False'}], lastDuration: 5s, stopped: somebody ended it,"
                        + " results: {passedTests: 2, failedTests: 0, skippedTests: 0, totalTests: 2}}");
        assertThat(text.passed()).isFalse();
        assertThat(lines(text))
                .startsWith(
                        "2 of 2 tests passed, 0 failed, 0 skipped, in 5s.",
                        "Not all tests were run: somebody ended it.");
    }

    @Test
    void aRunWhoseJobWasDeletedIsNotToldByTheOneBefore() {
        var text = text("{takenRequest: now, lastRequest: now, conditions: [{type: TestsPassed, status: 'True'},"
                + " {type: RunReady, status: 'True', message: It was stopped.}], results: {passedTests: 2, failedTests: 0,"
                + " skippedTests: 0, totalTests: 2}}");
        assertThat(text.passed()).isFalse();
        assertThat(lines(text)).containsExactly("It was stopped.");
    }

    @Test
    void aRunThatBrokeOffSaysWhy() {
        var text = text("{conditions: [{type: TestsPassed, status: 'False', message: It ended without a result.}]}");
        assertThat(text.passed()).isFalse();
        assertThat(lines(text)).containsExactly("It ended without a result.");
    }
}
