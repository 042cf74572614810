package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.Database;
import io.c5c3.api.common.NameRef;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseStepTest extends DatabaseWorld {

    private static final String HOSTILE = "a'b\"c`d\\e$f%g h+ä密@:/?#";

    @Test
    void theOnlyMariaDBIsTaken() {
        keystone();
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("WaitingForDBCredentials");
        login(Map.of("username", "keystone", "password", HOSTILE));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("WaitingForDatabase");
        mariadb("db");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
        assertThat(sql.changes())
                .as("first of all whose it is to be")
                .containsExactly(
                        "record database/keystone",
                        "record database-user/keystone",
                        "create database keystone",
                        "set password of keystone",
                        "grant keystone to keystone");
        assertThat(dsn())
                .isEqualTo(
                        "mysql+pymysql://keystone:a%27b%22c%60d%5Ce%24f%25g%20h%2B%C3%A4%E5%AF%86%40%3A%2F%3F%23@db.openstack.svc:3306/keystone?charset=utf8");
        assertThat(condition().getMessage()).doesNotContain(HOSTILE);
    }

    /** The DSN names a file with whom to trust, which comes with it. */
    @Test
    void anEncryptedServerComesWithItsAuthority() {
        ready();
        assertThat(dsn()).endsWith("?charset=utf8");
        encrypt("db", true);
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
        assertThat(dsn()).endsWith("@db.openstack.svc:3306/keystone?charset=utf8&ssl_ca=/etc/c5c3/database/ca.crt");
        var connection = simulation.find(Secret.class, "keystone-db-connection").orElseThrow();
        var certificate = simulation.find(Secret.class, "db-tls").orElseThrow();
        assertThat(connection.getData())
                .containsEntry("ca.crt", certificate.getData().get("ca.crt"));
        encrypt("db", false);
        simulation.settle();
        assertThat(dsn()).endsWith("?charset=utf8");
    }

    @Test
    void aServerElsewhereMayHaveAnAuthorityOfItsOwn() {
        sql.given("db.example.org", "keystone", "pw", "keystone");
        wish = new Database(null, null, null, "db.example.org", null);
        keystone();
        login(Map.of("username", "keystone", "password", "pw", "ca.crt", "theirs"));
        simulation.settle();
        assertThat(dsn()).contains("@db.example.org:3306/").endsWith("&ssl_ca=/etc/c5c3/database/ca.crt");
    }

    @Test
    void atTheFixedPointNothingIsWritten() {
        ready();
        var writes = simulation.cluster().writes().size();
        var changes = sql.changes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
        assertThat(sql.changes()).hasSize(changes);
    }

    @Test
    void severalMariaDBsNeedAWord() {
        mariadb("db");
        ready();
        mariadb("other");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAmbiguous");
        assertThat(condition().getMessage()).contains("(db, other)").contains("database.clusterRef.name");
        wish = new Database(null, null, new NameRef("other"), null, null);
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
        assertThat(dsn()).contains("@other.openstack.svc:3306/");
    }

    @Test
    void aNameThatIsNotThereIsWaitedFor() {
        wish = new Database(null, null, new NameRef("later"), null, null);
        keystone();
        login(Map.of("username", "keystone", "password", "pw"));
        simulation.settle();
        assertThat(condition().getMessage())
                .isEqualTo("MariaDB/later, which database.clusterRef names, does not exist.");
        simulation.hold("later");
        mariadb("later");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("ClusterNotReady");
        assertThat(keystoneStatus().blockedBy()).isNotNull();
        simulation.mend("later");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
    }

    @Test
    void aNewPasswordReachesServerAndPods() {
        ready();
        login(Map.of("username", "keystone", "password", "another-password"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
        assertThat(dsn()).contains(":another-password@");
        assertThat(sql.changes()).endsWith("set password of keystone");
    }

    @Test
    void aDatabaseThatWasDroppedIsMadeAndFilledAgain() {
        ready();
        var filled = new JobBuilder()
                .withNewMetadata()
                .withName("keystone-db-sync")
                .addToLabels(Labels.OPERATOR, "keystone")
                .addToAnnotations(Owner.RECORD, "keystone.openstack.c5c3.io/Keystone/openstack/keystone/")
                .endMetadata()
                .build();
        simulation.add(filled);
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName("keystone-cache")
                .addToLabels(Labels.OPERATOR, "keystone")
                .addToAnnotations(Owner.RECORD, "keystone.openstack.c5c3.io/Keystone/openstack/keystone/")
                .endMetadata()
                .build());
        login(Map.of("username", "keystone", "password", "another-password"));
        simulation.settle();
        assertThat(simulation.find(Job.class, "keystone-db-sync"))
                .as("a new password is no reason to fill it again")
                .isPresent();
        assertThat(simulation.find(Secret.class, "keystone-cache")).isPresent();
        sql.lose("keystone");
        simulation.lookAtEverything();
        simulation.settle();
        assertThat(sql.changes()).endsWith("create database keystone");
        assertThat(simulation.find(Job.class, "keystone-db-sync")).isEmpty();
        assertThat(simulation.find(Secret.class, "keystone-cache"))
                .as("what was cached is of the one before")
                .isEmpty();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
    }

    @Test
    void lostSecretsAreRestored() {
        ready();
        for (var lost : List.of("keystone-db-connection", "db-root", "db-root-backup")) {
            simulation.cluster().take(Ref.of(Secret.class, "openstack", lost));
            simulation.settle();
            assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
            assertThat(simulation.find(Secret.class, lost)).isPresent();
        }
    }

    @Test
    void anotherOnesServerIsOnlyAsked() {
        wish = new Database(null, null, null, "db.example.org", 3307);
        keystone();
        login(Map.of("username", "keystone", "password", "pw"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseLoginRefused");
        assertThat(condition().getMessage())
                .isEqualTo("db.example.org:3307 does not let user keystone of Secret/login use the database keystone:"
                        + " the server knows no such user with this password (error 1045).");
        sql.given("db.example.org", "keystone", "pw", "keystone");
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseAvailable");
        assertThat(dsn()).isEqualTo("mysql+pymysql://keystone:pw@db.example.org:3307/keystone?charset=utf8");
        assertThat(sql.changes()).isEmpty();
    }

    @Test
    void theSecretMayNameTheServer() {
        keystone();
        sql.given("10.1.2.3", "keystone", "pw", "keystone");
        login(Map.of("username", "keystone", "password", "pw\n", "host", "10.1.2.3", "port", "3308"));
        simulation.settle();
        assertThat(dsn()).contains("@10.1.2.3:3308/");
    }

    @Test
    void usersOfTheServerAreNotTakenOver() {
        mariadb("db");
        keystone();
        login(Map.of("username", "root", "password", "pw"));
        simulation.settle();
        assertThat(condition().getReason()).isEqualTo("DatabaseUserReserved");
    }
}
