package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Ref;
import io.c5c3.engine.cluster.MemoryCluster;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operator is killed at every single write to the database server, on the way up and on the way down. */
class DatabaseCrashTest extends DatabaseWorld {

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Kills once, before or after the write with this number. */
    private static final class Killer implements MemoryCluster.Interference {
        private int left;
        private final boolean before;

        Killer(int number, boolean before) {
            this.left = number;
            this.before = before;
        }

        @Override
        public void before(String write) {
            left--;
            if (before && left == 0) {
                throw new Killed();
            }
        }

        @Override
        public void after(String write) {
            if (!before && left == 0) {
                throw new Killed();
            }
        }
    }

    // Two records, the database, the user and its right; and all but the right once more on the way down.
    @ParameterizedTest
    @CsvSource({
        "1,true", "1,false", "2,true", "2,false", "3,true", "3,false", "4,true", "4,false", "5,true", "5,false",
        "6,true", "6,false", "7,true", "7,false", "8,true", "8,false", "9,true", "9,false"
    })
    void nothingIsLeftOverAndNothingIsNobodys(int number, boolean before) {
        policy = DeletionPolicy.Delete;
        mariadb("db");
        simulation.settle();
        var killer = new Killer(number, before);
        sql.interfere(killer);
        keystone();
        login(Map.of("username", "keystone", "password", "the-password"));
        surviving();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
        var host = simulation.find(Service.class, "db").orElseThrow().getSpec().getClusterIP();
        assertThat(sql.records(host)).containsOnlyKeys("database/keystone", "database-user/keystone");
        simulation.cluster().take(Ref.of(Keystone.class, "openstack", "keystone"));
        surviving();
        assertThat(simulation.find(Keystone.class, "keystone")).isEmpty();
        assertThat(sql.databases(host)).isEmpty();
        assertThat(sql.users(host)).isEmpty();
        assertThat(sql.records(host)).isEmpty();
        assertThat(killer.left).as("it was killed").isLessThanOrEqualTo(0);
    }

    private void surviving() {
        for (var starts = 0; starts < 3; starts++) {
            try {
                simulation.settle();
            } catch (Killed e) {
                continue;
            }
        }
    }
}
