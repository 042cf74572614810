package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBBackup;
import io.c5c3.api.openstack.MariaDBBackupBuilder;
import io.c5c3.api.openstack.MariaDBBackupVolumeBuilder;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the operator makes for backups, and what it says of them. */
class MariaDBBackupTest {

    private static final String NAME = "db";
    private final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, new MemorySql()));

    @BeforeEach
    void begin() {
        simulation.add(mariadb("0 3 * * *"));
        simulation.settle();
    }

    @Test
    void isScheduledAndSaysThatThereIsNoneYet() {
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(condition("BackupReady").getReason()).isEqualTo("NoBackupYet");
        var job = simulation.find(CronJob.class, "db-backup").orElseThrow();
        assertThat(job.getSpec().getSchedule()).isEqualTo("0 3 * * *");
        assertThat(simulation.find(PersistentVolumeClaim.class, "db-backups")).isPresent();
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void theLastGoodOneIsRememberedWhenItsPodIsGone() {
        ended("one", 0, good(simulation.clock().instant().toString()));
        simulation.settle();
        assertThat(condition("BackupReady").getReason()).isEqualTo("BackupGood");
        assertThat(condition("BackupReady").getMessage()).contains("of 42Mi").contains("3 databases with 30 tables");
        simulation.cluster().take(Ref.of(Pod.class, "openstack", "one"));
        simulation.settle();
        assertThat(condition("BackupReady").getReason()).isEqualTo("BackupGood");
        assertThat(backups().lastGood()).isEqualTo("20260102T030000Z");
    }

    @Test
    void whyTheLastOneFailedIsToldUntilOneIsGood() {
        ended("one", 0, good(simulation.clock().instant().toString()));
        simulation.settle();
        pass(Duration.ofHours(12));
        ended(
                "two",
                1,
                "{\"started\": \"" + simulation.clock().instant()
                        + "\", \"failed\": \"The copy lacks the database nova.\"}");
        simulation.settle();
        assertThat(condition("BackupReady").getReason()).isEqualTo("BackupFailed");
        assertThat(condition("BackupReady").getMessage())
                .contains("The copy lacks the database nova.")
                .contains("20260102T030000Z");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        pass(Duration.ofHours(1));
        ended("three", 0, good(simulation.clock().instant().toString()));
        simulation.settle();
        assertThat(condition("BackupReady").getReason()).isEqualTo("BackupGood");
        assertThat(backups().lastFailure()).isNull();
    }

    @Test
    void aPodThatWasKilledHasFailedToo() {
        ended("one", 137, null);
        simulation.settle();
        assertThat(condition("BackupReady").getMessage()).contains("OOMKilled (137)");
    }

    @Test
    void oneThatShouldHaveBeenMadeIsMissed() {
        ended("one", 0, good(simulation.clock().instant().toString()));
        simulation.settle();
        pass(Duration.ofHours(49));
        simulation.settle();
        assertThat(condition("BackupReady").getReason()).isEqualTo("BackupOverdue");
    }

    @Test
    void aScheduleThatIsNoneIsAMistake() {
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        "openstack",
                        NAME,
                        found -> found.setSpec(mariadb("0 3 31 2 *").getSpec()));
        simulation.settle();
        assertThat(condition("BackupScheduled").getReason()).isEqualTo("InvalidSchedule");
    }

    private static String good(String started) {
        return "{\"started\": \"" + started + "\", \"backup\": \"20260102T030000Z\", \"bytes\": " + 42L * 1024 * 1024
                + ", \"tables\": 30, \"databases\": 3, \"kept\": 2}";
    }

    private void ended(String pod, int code, String message) {
        simulation.add(new PodBuilder()
                .withNewMetadata()
                .withName(pod)
                .withLabels(Labels.of("mariadb", NAME, "backup"))
                .addToLabels("c5c3.io/operator", "mariadb")
                .endMetadata()
                .withNewStatus()
                .withPhase(code == 0 ? "Succeeded" : "Failed")
                .addNewContainerStatus()
                .withName("backup")
                .withNewState()
                .withNewTerminated()
                .withExitCode(code)
                .withReason(code == 137 ? "OOMKilled" : code == 0 ? "Completed" : "Error")
                .withStartedAt(simulation.clock().instant().toString())
                .withFinishedAt(simulation.clock().instant().toString())
                .withMessage(message)
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build());
    }

    private static MariaDB mariadb(String schedule) {
        var mariadb = new MariaDB();
        mariadb.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        mariadb.setSpec(MariaDBSpecBuilder.builder()
                .backup(MariaDBBackupBuilder.builder()
                        .schedule(schedule)
                        .target(new MariaDBBackup.Target(MariaDBBackupVolumeBuilder.builder()
                                .size("20Gi")
                                .build()))
                        .build())
                .build());
        return mariadb;
    }

    private void pass(Duration time) {
        simulation.clock().advance(time);
        simulation.lookAtEverything();
    }

    private MariaDB.Backups backups() {
        return Objects.requireNonNull(
                simulation.find(MariaDB.class, NAME).orElseThrow().getStatus().backup());
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(MariaDB.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
