package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.c5c3.engine.Owner;
import io.c5c3.engine.Records;
import io.c5c3.engine.rotation.RotationJournal;
import io.c5c3.engine.rotation.RotationRequest;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.Driver;

/** Two users that take turns on a real server of this machine. */
class RealTurnsTest extends DatabaseWorld {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String ROOT = "the-root-password";
    private static final Sql REAL = new MariaDbSql();

    @TempDir
    private static Path folder;

    private static int port;
    private static Process process;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/mariadbd")), "this machine has no MariaDB");
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            port = socket.getLocalPort();
        }
        var data = "--datadir=" + folder.resolve("data");
        new ProcessBuilder("mariadb-install-db", "--no-defaults", "--force", "--skip-test-db", data)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("install.log").toFile())
                .start()
                .waitFor();
        var init = Files.writeString(
                folder.resolve("init.sql"),
                "CREATE USER root@'%' IDENTIFIED BY '" + ROOT + "';\n"
                        + "GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;\n");
        process = new ProcessBuilder(
                        "/usr/sbin/mariadbd",
                        "--no-defaults",
                        "--user=root",
                        "--skip-name-resolve",
                        "--bind-address=" + LOOPBACK,
                        "--port=" + port,
                        "--socket=" + folder.resolve("socket"),
                        "--pid-file=" + folder.resolve("pid"),
                        "--init-file=" + init,
                        "--innodb-buffer-pool-size=32M",
                        data)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        for (var tries = 0; tries < 600; tries++) {
            try {
                REAL.version(at("root", ROOT));
                return;
            } catch (SqlFailure e) {
                if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException(Files.readString(folder.resolve("server.log")));
                }
            }
        }
        throw new IllegalStateException("No server after a minute");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (process != null) {
            process.destroy();
            process.waitFor(30, TimeUnit.SECONDS);
        }
    }

    private static SqlLogin at(String user, String password) {
        return new SqlLogin(LOOPBACK, port, user, password);
    }

    @Override
    Sql server() {
        return new Here();
    }

    @Test
    void theNewUserWorksTheOldOneStaysWhileSomebodyIsInAndThenIsGone() throws SqlFailure, SQLException {
        ready();
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        Simulation.NAMESPACE,
                        "login",
                        secret -> secret.getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Keystone/keystone")));
        var options = new Properties();
        options.setProperty("user", "keystone");
        options.setProperty("password", "the-password");
        try (var inside = new Driver().connect("jdbc:mariadb://" + LOOPBACK + ":" + port + "/keystone", options)) {
            simulation.add(new RotationRequest(Optional.of(0L), Duration.ZERO, "", "").configMap("login"));
            simulation.settle();
            assertThat(journal().waits().orElseThrow().reason()).isEqualTo("StillInUse");
            REAL.verify(at("keystone", "the-password"), "keystone");
            REAL.verify(at("keystone_b", journal().current().password()), "keystone");
            assertThat(dsn()).contains("keystone_b:" + journal().current().password());
            assertThat(inside.isValid(1)).isTrue();
        }
        // The server notices a little later that somebody has gone.
        for (var tries = 0; tries < 100 && !journal().rests(); tries++) {
            simulation.settle();
        }
        assertThat(journal().rests()).isTrue();
        assertThat(REAL.hasUser(at("root", ROOT), "keystone")).isFalse();
        REAL.verify(at("keystone_b", journal().current().password()), "keystone");
    }

    private RotationJournal journal() {
        var secret = simulation.find(Secret.class, "login-rotation").orElseThrow();
        return RotationJournal.read(secret).orElseThrow();
    }

    /** The real server, for whoever looks for one of the simulation. */
    private record Here() implements Sql {

        private static SqlLogin here(SqlLogin login) {
            return at(login.user(), login.user().equals("root") ? ROOT : login.password());
        }

        @Override
        public Records<SqlFailure> records(SqlLogin root) throws SqlFailure {
            return REAL.records(here(root));
        }

        @Override
        public String version(SqlLogin login) throws SqlFailure {
            return REAL.version(here(login));
        }

        @Override
        public void verify(SqlLogin user, String database) throws SqlFailure {
            REAL.verify(here(user), database);
        }

        @Override
        public boolean hasDatabase(SqlLogin root, String database) throws SqlFailure {
            return REAL.hasDatabase(here(root), database);
        }

        @Override
        public boolean hasUser(SqlLogin root, String user) throws SqlFailure {
            return REAL.hasUser(here(root), user);
        }

        @Override
        public boolean isConnected(SqlLogin root, String user) throws SqlFailure {
            return REAL.isConnected(here(root), user);
        }

        @Override
        public void ensureDatabase(SqlLogin root, String database) throws SqlFailure {
            REAL.ensureDatabase(here(root), database);
        }

        @Override
        public void ensureUser(SqlLogin root, String user, String password, String database) throws SqlFailure {
            REAL.ensureUser(here(root), user, password, database);
        }

        @Override
        public void changeRootPassword(SqlLogin root, String password) {
            throw new UnsupportedOperationException("nobody changes root's password here");
        }

        @Override
        public void dropDatabase(SqlLogin root, String database) throws SqlFailure {
            REAL.dropDatabase(here(root), database);
        }

        @Override
        public void dropUser(SqlLogin root, String user) throws SqlFailure {
            REAL.dropUser(here(root), user);
        }
    }
}
