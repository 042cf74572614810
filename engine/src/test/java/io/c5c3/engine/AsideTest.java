package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.step.AsideStep;
import org.junit.jupiter.api.Test;

class AsideTest {

    @Test
    void whatIsOnlyLookedAtIsToldAndHoldsNothingUp() {
        var ill = new Toy.Told("TestsPassed", Outcome.waiting("TestsFailed", "Two failed."));
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step(new Toy.Told("PartReady", Outcome.done("Fine", "Fine.")))
                .step(new AsideStep(ill))
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        var resource = simulation.find(Memcached.class, "toy").orElseThrow();
        assertThat(Conditions.of(resource, "TestsPassed").orElseThrow().getStatus())
                .isEqualTo("False");
        assertThat(Conditions.ready(resource)).isTrue();
        assertThat(Conditions.status(resource).has("blockedBy")).isFalse();
        assertThat(simulation.report(Memcached.class, "toy").orElseThrow().settled())
                .isTrue();
    }
}
