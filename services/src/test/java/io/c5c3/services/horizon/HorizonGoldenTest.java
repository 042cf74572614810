package io.c5c3.services.horizon;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import org.junit.jupiter.api.Test;

class HorizonGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(new HorizonBlueprint(), "horizon/minimal", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(new HorizonBlueprint(), "horizon/full", Golden.facts(Neighbours.memcached(2)));
    }
}
