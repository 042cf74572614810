package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.Service;
import org.junit.jupiter.api.Test;

class DatabaseDeletionTest extends DatabaseWorld {

    @Test
    void deletionDropsWhatWasMadeIfItIsToldTo() {
        policy = DeletionPolicy.Delete;
        ready();
        var host = simulation.find(Service.class, "db").orElseThrow().getSpec().getClusterIP();
        assertThat(sql.databases(host)).containsExactly("keystone");
        delete();
        assertThat(sql.databases(host)).isEmpty();
        assertThat(sql.users(host)).isEmpty();
        assertThat(simulation.find(Keystone.class, "keystone")).isEmpty();
    }

    @Test
    void deletionKeepsTheDatabaseOtherwise() {
        ready();
        var host = simulation.find(Service.class, "db").orElseThrow().getSpec().getClusterIP();
        delete();
        assertThat(sql.databases(host)).containsExactly("keystone");
    }

    @Test
    void deletionDoesNotHangForAServerThatIsGone() {
        policy = DeletionPolicy.Delete;
        ready();
        simulation.cluster().take(Ref.of(MariaDB.class, "openstack", "db"));
        simulation.settle();
        sql.away(true);
        delete();
        assertThat(simulation.find(Keystone.class, "keystone")).isEmpty();
    }

    @Test
    void deletionWaitsForAServerThatIsAway() {
        policy = DeletionPolicy.Delete;
        ready();
        sql.away(true);
        delete();
        assertThat(simulation.find(Keystone.class, "keystone")).isPresent();
        assertThat(simulation
                        .report(Keystone.class, "keystone")
                        .orElseThrow()
                        .outcomes()
                        .get("DatabaseReady")
                        .message())
                .contains("deletionPolicy: Retain");
        sql.away(false);
        simulation.settle();
        assertThat(simulation.find(Keystone.class, "keystone")).isEmpty();
    }
}
