package io.c5c3.services.placement;

import io.c5c3.engine.Golden;
import io.c5c3.services.Neighbours;
import org.junit.jupiter.api.Test;

class PlacementGoldenTest {

    @Test
    void withNothingWritten() {
        Golden.check(new PlacementBlueprint(), "placement/minimal", Golden.facts(Neighbours.keystone()));
    }

    @Test
    void asTheDesignShowsIt() {
        Golden.check(new PlacementBlueprint(), "placement/seed");
    }

    @Test
    void withEverythingThatCanBeWritten() {
        Golden.check(new PlacementBlueprint(), "placement/full", Golden.facts(Neighbours.memcached(2)));
    }
}
