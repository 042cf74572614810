package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.step.ChoiceStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.VerdictStep;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What steps find reaches the status, however they ended and whatever stands around them. */
class FoundTest {

    private static final String READY = "readyReplicas";
    private static final String SERVERS = "serverList";

    private static final Step FINE = new VerdictStep(Outcome.done("Fine", "Fine."));
    private static final Step ILL = new VerdictStep(Outcome.waiting("Ill", "Ill."));

    private static Memcached after(Plan.Builder plan) {
        var simulation = Toy.simulation((resource, facts) -> plan.build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        return simulation.find(Memcached.class, "toy").orElseThrow();
    }

    static Stream<Outcome> everyWayToEnd() {
        return Stream.of(
                Outcome.done("Fine", "Fine."),
                Outcome.skipped("Not asked for."),
                Outcome.waiting("Ill", "Ill."),
                Outcome.failed("Broken", "Broken."),
                Outcome.mistake("BadCron", "Write five fields."));
    }

    @ParameterizedTest
    @MethodSource("everyWayToEnd")
    void howeverAStepEndsItMayHaveFoundSomething(Outcome outcome) {
        var resource = after(Plan.builder().step("PartReady", new VerdictStep(outcome.found(READY, 3))));
        assertThat(resource.getStatus().readyReplicas()).isEqualTo(3);
        assertThat(Conditions.of(resource, "PartReady").orElseThrow().getReason())
                .isEqualTo(outcome.reason());
    }

    private static Step found(String field, Object value) {
        return new VerdictStep(Outcome.skipped("Found.").found(field, value));
    }

    static Stream<Step> composites() {
        return Stream.of(
                new SequenceStep(FINE, found(READY, 3), found(SERVERS, List.of("a"))),
                new SequenceStep(found(READY, 3), found(SERVERS, List.of("a")), FINE),
                new SequenceStep(found(READY, 3), found(SERVERS, List.of("a")), ILL),
                new TogetherStep(List.of(ILL, found(READY, 3), found(SERVERS, List.of("a")))),
                new TogetherStep(
                        List.of(found(READY, 2), new SequenceStep(found(SERVERS, List.of("a")), found(READY, 3)))),
                new TogetherStep(
                        List.of(found(READY, 3), found(SERVERS, List.of("a")), FINE), Outcome.done("All", "All.")),
                new SequenceStep(
                        found(SERVERS, List.of("a")),
                        new ChoiceStep(Outcome.done("Chosen", "Chosen.").found(READY, 3), "what", "this", false)));
    }

    @ParameterizedTest
    @MethodSource("composites")
    void whatStandsAroundAStepLosesNothing(Step step) {
        var status = after(Plan.builder().step("PartReady", step)).getStatus();
        assertThat(status.readyReplicas()).isEqualTo(3);
        assertThat(status.serverList()).containsExactly("a");
    }

    @Test
    void aStepThatCannotGoOnHasFoundNothingBehindIt() {
        var resource = after(Plan.builder().step("PartReady", new SequenceStep(ILL, found(READY, 3))));
        assertThat(resource.getStatus().readyReplicas()).isNull();
    }

    @Test
    void whatStepsFindCountsAndTheLastInThePlanCountsMost() {
        var status = after(Plan.builder()
                        .status(SERVERS, List.of("planned"))
                        .status(READY, 1)
                        .step("LastReady", found(READY, 3), "FirstReady")
                        .step("FirstReady", found(READY, 2)))
                .getStatus();
        assertThat(status.readyReplicas()).isEqualTo(3);
        assertThat(status.serverList()).containsExactly("planned");
    }

    @Test
    void aFieldIsKeptUntilItIsCleared() {
        var outcome = new AtomicReference<>(Outcome.done("Fine", "Fine.").found(READY, 3));
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("PartReady", new VerdictStep(outcome.get())).build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        outcome.set(Outcome.done("Fine", "Fine."));
        simulation.lookAtEverything();
        assertThat(simulation
                        .find(Memcached.class, "toy")
                        .orElseThrow()
                        .getStatus()
                        .readyReplicas())
                .isEqualTo(3);
        outcome.set(Outcome.waiting("Ill", "Ill.").found(READY, null));
        simulation.lookAtEverything();
        assertThat(simulation
                        .find(Memcached.class, "toy")
                        .orElseThrow()
                        .getStatus()
                        .readyReplicas())
                .isNull();
    }
}
