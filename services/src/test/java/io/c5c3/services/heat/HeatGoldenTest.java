package io.c5c3.services.heat;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import org.junit.jupiter.api.Test;

class HeatGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(new HeatBlueprint(), "heat/minimal", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(new HeatBlueprint(), "heat/full", Golden.facts(Neighbours.memcached(2)));
    }
}
