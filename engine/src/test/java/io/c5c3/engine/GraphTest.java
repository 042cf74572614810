package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GraphTest {

    private static final Outcome DONE = Outcome.done("Done", "Done.");

    @Test
    void stepsComeBehindWhatTheyWaitFor() {
        var plan = Plan.builder()
                .step(new Toy.Told("C", DONE), "B")
                .step(new Toy.Told("A", DONE))
                .step(new Toy.Told("B", DONE), "A")
                .build();
        assertThat(plan.entries()).extracting(entry -> entry.step().condition()).containsExactly("A", "B", "C");
    }

    @Test
    void aCircleIsNamed() {
        var plan = Plan.builder().step(new Toy.Told("A", DONE), "B").step(new Toy.Told("B", DONE), "A");
        assertThatThrownBy(plan::build).hasMessageContaining("circle").hasMessageContaining("A -> B -> A");
    }

    @Test
    void aStepThatNobodyOwnsIsNamed() {
        var plan = Plan.builder().step(new Toy.Told("A", DONE), "Missing");
        assertThatThrownBy(plan::build).hasMessageContaining("Missing");
    }

    @Test
    void oneConditionHasOneOwner() {
        var plan = Plan.builder().step(new Toy.Told("A", DONE));
        assertThatThrownBy(() -> plan.step(new Toy.Told("A", DONE)))
                .hasMessageContaining("Two steps own the condition A");
    }
}
