package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.MariaDBBackup;
import io.c5c3.api.openstack.MariaDBBackupBuilder;
import io.c5c3.api.openstack.MariaDBBackupVolumeBuilder;
import io.c5c3.api.openstack.MariaDBSpecBuilder;
import io.c5c3.engine.Ports;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of a real server, and a server restored from it. */
class BackupScriptsTest {

    private static final String CERTIFICATE = "db-backup";

    /** The servers listen at every address of this machine. */
    private static final String NOBODY = "nobody.invalid";

    @TempDir
    Path root;

    private RealServers servers;

    @BeforeEach
    void begin() throws Exception {
        servers = new RealServers(root, certificate());
        servers.install("data");
        servers.start("data");
        servers.ask(
                "data",
                "CREATE USER `c5c3-backup`@localhost; GRANT RELOAD, PROCESS, LOCK TABLES, SHOW DATABASES, BINLOG"
                        + " MONITOR, REPLICA MONITOR, CONNECTION ADMIN ON *.* TO `c5c3-backup`@localhost; CREATE DATABASE"
                        + " nova; CREATE TABLE nova.instances (id INT PRIMARY KEY, name TEXT); INSERT INTO nova.instances"
                        + " SELECT seq, MD5(seq) FROM mysql.seq_1_to_5000; CREATE DATABASE `odd, \"name\"`; CREATE USER"
                        + " nova IDENTIFIED BY 'a password'; GRANT ALL ON nova.* TO nova");
        servers.listen();
    }

    @AfterEach
    void end() {
        if (servers != null) {
            servers.close();
        }
    }

    @Test
    void aServerRestoredFromABackupHasTheSameDataAndUsers() throws Exception {
        var made = servers.backup("7", "", CERTIFICATE, "127.0.0.1");
        assertThat(made.code()).as(made.said()).isZero();
        assertThat(made.told()).contains("\"databases\": 3").contains("\"kept\": 1");
        var name = servers.good().getFirst();
        assertThat(RealServers.read(servers.backups().resolve(name).resolve("manifest.json")))
                .contains("\"nova\"")
                .contains("\"odd, \\\"name\\\"\"");
        servers.ask("data", "DROP DATABASE nova");

        var restored = servers.restore("new", "");
        assertThat(restored.code()).as(restored.said()).isZero();
        assertThat(restored.told()).contains(name);
        servers.start("new");
        assertThat(servers.ask("new", "SELECT COUNT(*), SUM(name = MD5(id)) FROM nova.instances"))
                .isEqualTo("5000\t5000");
        assertThat(servers.ask("new", "SHOW GRANTS FOR nova"))
                .contains("GRANT ALL PRIVILEGES ON `nova`.*")
                .isEqualTo(servers.ask("data", "SHOW GRANTS FOR nova"));
        // Whoever comes again finds the work done, and another volume with data is left alone.
        assertThat(servers.restore("new", "").code()).isZero();
        var refused = servers.restore("data", "");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.told()).contains("not empty; nothing on it was touched");
        assertThat(servers.ask("data", "SELECT 1")).isEqualTo("1");
    }

    @Test
    void onlyGoodOnesCountAndTheLastOfThemStays() throws Exception {
        assertThat(servers.backup("7", "", CERTIFICATE, "127.0.0.1").code()).isZero();
        var first = servers.good();
        var failed = servers.backup("1", "1", CERTIFICATE, NOBODY);
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.told()).contains("None of the servers gives a copy");
        assertThat(servers.good()).isEqualTo(first);

        age(first.getFirst());
        // The first that is asked is away; the next is not.
        var second = servers.backup("7", "2", CERTIFICATE, NOBODY, "127.0.0.1");
        assertThat(second.code()).as(second.said()).isZero();
        assertThat(servers.good()).hasSize(1).doesNotContainAnyElementsOf(first);

        damage(servers.good().getFirst());
        var restored = servers.restore("new", "");
        assertThat(restored.code()).isEqualTo(1);
        assertThat(restored.told()).contains("its checksum differs");
        assertThat(servers.restore("new", "20200101T000000Z").told()).contains("There is no backup 20200101T000000Z");
    }

    @Test
    void aDamagedTableMakesTheBackupFail() throws Exception {
        servers.ask(
                "data",
                "CREATE TABLE nova.broken (id INT PRIMARY KEY, name TEXT) ENGINE = MyISAM;"
                        + " INSERT INTO nova.broken SELECT seq, MD5(seq) FROM mysql.seq_1_to_100; FLUSH TABLES");
        Files.writeString(root.resolve("data/nova/broken.MYI"), "nothing", StandardOpenOption.TRUNCATE_EXISTING);
        var made = servers.backup("7", "", CERTIFICATE, "127.0.0.1");
        assertThat(made.code()).isEqualTo(1);
        assertThat(made.told()).contains("nova.broken");
        assertThat(servers.good()).isEmpty();
    }

    @Test
    void nobodyElseIsGivenACopy() throws Exception {
        servers.write("own", certificate());
        var made = servers.backup("7", "", CERTIFICATE, "127.0.0.1");
        assertThat(made.code()).isEqualTo(1);
        assertThat(made.told()).contains("None of the servers gives a copy");
    }

    private void age(String name) throws IOException {
        var manifest = servers.backups().resolve(name).resolve("manifest.json");
        var time = Instant.now().minusSeconds(3L * 24 * 60 * 60).toString();
        Files.writeString(
                manifest,
                RealServers.read(manifest).replaceFirst("\"time\": \"[^\"]*\"", "\"time\": \"" + time + "\""));
    }

    private void damage(String name) throws IOException {
        var file = servers.backups().resolve(name).resolve("data.mbs.zst");
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    /** As the operator makes it. */
    private static Secret certificate() {
        var simulation = new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, new MemorySql()));
        var mariadb = new MariaDB();
        mariadb.setMetadata(new ObjectMetaBuilder().withName("db").build());
        mariadb.setSpec(MariaDBSpecBuilder.builder()
                .backup(MariaDBBackupBuilder.builder()
                        .target(new MariaDBBackup.Target(MariaDBBackupVolumeBuilder.builder()
                                .size("20Gi")
                                .build()))
                        .build())
                .build());
        simulation.clock().advance(java.time.Duration.between(simulation.clock().instant(), Instant.now()));
        simulation.add(mariadb);
        simulation.settle();
        return simulation.find(Secret.class, "db-backup-tls").orElseThrow();
    }
}
