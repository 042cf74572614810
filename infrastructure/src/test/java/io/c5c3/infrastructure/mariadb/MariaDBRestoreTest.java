package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBRestore;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A MariaDB that begins with a backup, and one that must not. */
class MariaDBRestoreTest {

    private static final String NAME = "db";
    private static final String BACKUPS = "old-backups";
    private final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, new MemorySql()));

    @Test
    void serversBeginOnceTheVolumeIsFilled() {
        simulation.hold(job(new MariaDBRestore(BACKUPS, null)));
        simulation.add(mariadb(3, new MariaDBRestore(BACKUPS, null)));
        simulation.settle();
        assertThat(condition("RestoreReady").getReason()).isEqualTo("Restoring");
        assertThat(simulation.find(PersistentVolumeClaim.class, "data-db-0")).isPresent();
        assertThat(simulation.find(StatefulSet.class, NAME)).isEmpty();

        simulation.mend(job(new MariaDBRestore(BACKUPS, null)));
        simulation.settle();
        assertThat(condition("RestoreReady").getReason()).isEqualTo("Restored");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        // Nothing of it is left, and nothing restarts when it is taken out.
        assertThat(simulation.find(Job.class, job(new MariaDBRestore(BACKUPS, null))))
                .isEmpty();
        var pods = template();
        change(mariadb(3, null));
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(template()).isEqualTo(pods);
    }

    @Test
    void serversWithDataAreLeftAlone() {
        simulation.add(mariadb(1, null));
        simulation.settle();
        change(mariadb(1, new MariaDBRestore(BACKUPS, null)));
        assertThat(condition("RestoreReady").getReason()).isEqualTo("DataPresent");
        assertThat(condition("ServerReady").getStatus()).isEqualTo("True");
        assertThat(simulation.find(Job.class, job(new MariaDBRestore(BACKUPS, null))))
                .isEmpty();
    }

    @Test
    void aBackupThatCannotBeReadFoundsNothing() {
        simulation.failJob(job(new MariaDBRestore(BACKUPS, null)));
        simulation.add(mariadb(1, new MariaDBRestore(BACKUPS, null)));
        simulation.settle();
        assertThat(condition("RestoreReady").getReason()).isEqualTo("RestoreFailed");
        assertThat(simulation.find(StatefulSet.class, NAME)).isEmpty();
        change(mariadb(1, new MariaDBRestore(BACKUPS, "20260102T030000Z")));
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void whatWasLostIsReplacedOnlyWhereAPersonAsksForIt() {
        simulation.add(mariadb(1, new MariaDBRestore(BACKUPS, null)));
        simulation.settle();
        remove();
        simulation.add(mariadb(1, new MariaDBRestore(BACKUPS, null)));
        simulation.settle();
        // This wish was granted long ago; a second time it would silently bring back what is old.
        assertThat(condition("StatefulSetReady").getReason())
                .as(condition("Ready").getMessage())
                .isEqualTo("DataLost");
        remove();
        simulation.add(mariadb(1, new MariaDBRestore(BACKUPS, "20260102T030000Z")));
        simulation.settle();
        assertThat(condition("RestoreReady").getReason()).isEqualTo("Restored");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    private void remove() {
        simulation.cluster().take(Ref.of(MariaDB.class, "openstack", NAME));
        simulation.cluster().take(Ref.of(StatefulSet.class, "openstack", NAME));
        simulation.settle();
        if (simulation.find(PersistentVolumeClaim.class, "data-db-0").isPresent()) {
            simulation.lose("data-db-0");
        }
    }

    private String template() {
        return String.valueOf(
                simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec().getTemplate());
    }

    private void change(MariaDB to) {
        simulation.cluster().edit(MariaDB.class, "openstack", NAME, found -> found.setSpec(to.getSpec()));
        simulation.settle();
    }

    private static String job(MariaDBRestore wanted) {
        return RestorePods.name(NAME, wanted);
    }

    private static MariaDB mariadb(int replicas, @Nullable MariaDBRestore restore) {
        var mariadb = new MariaDB();
        mariadb.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        mariadb.setSpec(MariaDBSpecBuilder.builder()
                .replicas(replicas)
                .restoreFrom(restore)
                .build());
        return mariadb;
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(MariaDB.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
