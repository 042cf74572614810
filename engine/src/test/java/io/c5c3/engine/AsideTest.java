package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TogetherStep;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AsideTest {

    private static final Step FINE = new Toy.Told(Outcome.done("Fine", "Fine."));
    private static final Step ILL = new Toy.Told(Outcome.waiting("TestsFailed", "Two failed."));

    static Stream<Step> howeverItIsWrapped() {
        return Stream.of(
                ILL,
                new SequenceStep(FINE, ILL),
                new TogetherStep(List.of(ILL, FINE)),
                new TogetherStep(List.of(FINE, new SequenceStep(ILL, FINE))));
    }

    @ParameterizedTest
    @MethodSource("howeverItIsWrapped")
    void whatIsOnlyLookedAtIsToldAndHoldsNothingUp(Step step) {
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("PartReady", FINE)
                .aside("TestsPassed", step)
                .aside("TestsTold", FINE, "TestsPassed")
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        var resource = simulation.find(Memcached.class, "toy").orElseThrow();
        assertThat(Conditions.of(resource, "TestsPassed").orElseThrow().getStatus())
                .isEqualTo("False");
        assertThat(Conditions.of(resource, "TestsTold").orElseThrow().getStatus())
                .isEqualTo("Unknown");
        assertThat(Conditions.ready(resource)).isTrue();
        assertThat(Conditions.status(resource).has("blockedBy")).isFalse();
        assertThat(simulation.report(Memcached.class, "toy").orElseThrow().settled())
                .isTrue();
    }
}
