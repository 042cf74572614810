package io.c5c3.services.barbican;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BarbicanGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(new BarbicanBlueprint(), "barbican/minimal", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(new BarbicanBlueprint(), "barbican/full", Golden.facts(Neighbours.memcached(2)));
    }

    @Test
    void afterTheKeysWereRotated() {
        var ring = new SecretBuilder()
                .withNewMetadata()
                .withName("barbican-kek")
                .withAnnotations(Map.of("c5c3.io/rotations", "2", "c5c3.io/rotated-at", "2026-01-01T00:00:00Z"))
                .endMetadata()
                .build();
        Golden.check(new BarbicanBlueprint(), "barbican/rotated", Golden.facts(Neighbours.keystone(), ring));
    }
}
