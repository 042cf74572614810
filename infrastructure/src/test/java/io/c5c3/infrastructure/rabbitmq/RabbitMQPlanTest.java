package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.engine.Golden;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitMQPlanTest {

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq/minimal", "rabbitmq/full"})
    void plans(String name) {
        Golden.check(new RabbitMQBlueprint(), name);
    }

    /** The StatefulSet is gone, but its volumes show that the cluster was founded: all servers start at once, or none would come up. */
    @Test
    void aClusterThatWasFoundedStartsAtOnce() {
        Golden.check(
                new RabbitMQBlueprint(),
                "rabbitmq/founded",
                Golden.facts(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName("data-rabbitmq-1")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build()));
    }
}
