package io.c5c3.services.cortex;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CortexGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(new CortexBlueprint(), "cortex/minimal", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void asTheDesignShowsIt() {
        Golden.check(new CortexBlueprint(), "cortex/seed");
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(
                new CortexBlueprint(),
                "cortex/full",
                Golden.facts(Neighbours.secret("ranks-keystone", Map.of("ca.crt", "x"))));
    }
}
