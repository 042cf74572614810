package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GraphTest {

    private static final Outcome DONE = Outcome.done("Done", "Done.");

    @Test
    void stepsComeBehindWhatTheyWaitFor() {
        var plan = Plan.builder()
                .step("C", new Toy.Told(DONE), "B")
                .step("A", new Toy.Told(DONE))
                .step("B", new Toy.Told(DONE), "A")
                .build();
        assertThat(plan.entries()).extracting(Plan.Entry::condition).containsExactly("A", "B", "C");
    }

    @Test
    void aCircleIsNamed() {
        var plan = Plan.builder().step("A", new Toy.Told(DONE), "B").step("B", new Toy.Told(DONE), "A");
        assertThatThrownBy(plan::build).hasMessageContaining("circle").hasMessageContaining("A -> B -> A");
    }

    @Test
    void aStepThatNobodyOwnsIsNamed() {
        var plan = Plan.builder().step("A", new Toy.Told(DONE), "Missing");
        assertThatThrownBy(plan::build).hasMessageContaining("Missing");
    }

    @Test
    void oneConditionHasOneOwner() {
        var plan = Plan.builder().step("A", new Toy.Told(DONE));
        assertThatThrownBy(() -> plan.step("A", new Toy.Told(DONE)))
                .hasMessageContaining("Two steps own the condition A");
        assertThatThrownBy(() -> plan.aside("A", new Toy.Told(DONE)))
                .hasMessageContaining("Two steps own the condition A");
    }
}
