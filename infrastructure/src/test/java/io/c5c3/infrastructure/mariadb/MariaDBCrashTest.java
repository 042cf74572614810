package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kills the operator at every single write, before and after it: whoever comes next finds its way, with the same password. */
class MariaDBCrashTest {

    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "3, true", "3, false"})
    void anyWriteMayBeTheLast(int replicas, boolean afterwards) {
        var fatal = 1;
        while (survives(replicas, fatal, afterwards)) {
            fatal++;
        }
        assertThat(fatal).as("writes on the way to Ready").isGreaterThan(8);
    }

    /** Returns whether there was such a write at all. */
    private static boolean survives(int replicas, int fatal, boolean afterwards) {
        var server = new MemorySql();
        var world = new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, server));
        world.add(MariaDBSimulationTest.mariadb(replicas, "10Gi", null, Map.of(), null));
        var killer = new Killer(fatal, afterwards);
        world.cluster().interfere(killer);
        try {
            world.settle();
        } catch (Killed e) {
            world.settle();
        }
        assertThat(Conditions.ready(world.find(MariaDB.class, "db").orElseThrow()))
                .as("write %s", fatal)
                .isTrue();
        // The server took the first password it saw; had another one been made, it would have had to be changed.
        assertThat(server.changes()).isEmpty();
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
