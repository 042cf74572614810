package io.c5c3.infrastructure.ovn;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.cluster.MemoryCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills the operator at every single write, before and after it: whoever comes next finds its way. */
class OvnCrashTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyWriteMayBeTheLast(boolean afterwards) {
        var fatal = 1;
        while (survives(fatal, afterwards)) {
            fatal++;
        }
        assertThat(fatal).as("writes on the way to Ready").isGreaterThan(15);
    }

    /** Returns whether there was such a write at all. */
    private static boolean survives(int fatal, boolean afterwards) {
        var world = new OvnWorld();
        world.add("ovn/minimal");
        world.node("node-1", "10.0.0.1");
        world.start("node-1");
        var killer = new Killer(fatal, afterwards);
        world.simulation().cluster().interfere(killer);
        try {
            world.simulation().settle();
        } catch (Killed e) {
            world.simulation().settle();
        }
        assertThat(Conditions.ready(world.cluster())).as("write %s", fatal).isTrue();
        assertThat(Conditions.ready(world.chassis("node-1")))
                .as("write %s", fatal)
                .isTrue();
        return killer.left <= 0;
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class Killer implements MemoryCluster.Interference {
        private final boolean afterwards;
        private int left;

        Killer(int fatal, boolean afterwards) {
            this.left = fatal;
            this.afterwards = afterwards;
        }

        @Override
        public void before(String write) {
            left--;
            if (left == 0 && !afterwards) {
                throw new Killed();
            }
        }

        @Override
        public void after(String write) {
            if (left == 0 && afterwards) {
                throw new Killed();
            }
        }
    }
}
