package io.c5c3.infrastructure.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.kube.FoundingFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts that stand between an empty volume and a new server, run as they are with other folders. */
class StartScriptsTest {

    /** What the programs of Ceph say here, whether or not this machine has them. */
    private static final String BEGINS = "something would begin";

    private static final List<String> PROGRAMS = List.of("monmaptool", "ceph-mon", "ceph-osd");

    /** Which a server gives to the scripts of its own pod. */
    private static final List<String> ACCOUNT = List.of(
            "CREATE USER IF NOT EXISTS 'c5c3-member'@localhost IDENTIFIED VIA unix_socket AS 'mysql';",
            "GRANT RELOAD ON *.* TO 'c5c3-member'@localhost;");

    @TempDir
    Path root;

    private record Run(int code, String said) {}

    @BeforeEach
    void folders() throws IOException {
        for (var folder : List.of("data", "founded", "secret", "keys", "programs")) {
            Files.createDirectory(root.resolve(folder));
        }
        Files.writeString(root.resolve("secret/password"), "it's a \\ password\n");
        for (var program : PROGRAMS) {
            program(program, "echo " + BEGINS + "\nexit 1");
        }
    }

    @ParameterizedTest
    @CsvSource({"ceph/mon.sh, ceph-mon-0, ceph-mon", "ceph/osd.sh, ceph-osd-2, ceph-osd"})
    void anEmptyVolumeOfWhatWasFoundedIsRefused(String script, String pod, String set) throws Exception {
        var env = Map.of("POD_NAME", pod, "FSID", "f", "MONITORS", "m", "POD_IP", "10.0.0.1");
        var first = run(script, env);
        assertThat(first.code()).isNotZero();
        assertThat(first.said()).doesNotContain(FoundingFiles.REFUSAL).contains(BEGINS);
        Files.writeString(root.resolve("founded").resolve(set), "{}");
        var again = run(script, env);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.said()).startsWith(FoundingFiles.REFUSAL).doesNotContain(BEGINS);
    }

    private static Map<String, String> monitor(int number) {
        return Map.of(
                "POD_NAME",
                "ceph-mon-" + number,
                "FSID",
                "f",
                "MONITORS",
                "v2:10.0.0.1:3300 v2:10.0.0.2:3300 v2:10.0.0.3:3300",
                "POD_IP",
                "10.1.0.1");
    }

    /** What two empty monitors agreed on would be a second cluster. */
    @Test
    void onlyTheFirstOfThreeMonitorsFoundsAndOnlyOnce() throws Exception {
        program("python3", "exit 1");
        program("sleep", "exit 0");
        program("ceph", "exit 1");
        var first = run("ceph/mon.sh", monitor(0));
        assertThat(first.said()).contains(BEGINS).doesNotContain(FoundingFiles.REFUSAL);
        Files.writeString(root.resolve("founded/ceph-mon"), "{}");
        for (var number = 0; number < 3; number++) {
            var again = run("ceph/mon.sh", monitor(number));
            assertThat(again.code()).isEqualTo(1);
            assertThat(again.said()).startsWith(FoundingFiles.REFUSAL).doesNotContain(BEGINS);
        }
    }

    @Test
    void aMonitorWithAnEmptyVolumeJoinsThoseThatAgree() throws Exception {
        program("monmaptool", "echo monmaptool \"$@\" >&2");
        program("python3", "exit 0");
        program("ceph", "echo ceph \"$@\"");
        program("ceph-mon", "echo ceph-mon \"$@\"; exit 1");
        for (var number : List.of(0, 2)) {
            var run = run("ceph/mon.sh", monitor(number));
            assertThat(run.said())
                    .as("there are others, so not even the first founds")
                    .contains("mon getmap", "--mkfs -i " + (number == 0 ? "a" : "c"))
                    .doesNotContain("--create");
        }
    }

    /** A cluster that was restored elsewhere has other Services. */
    @Test
    void aMonitorMovesWithItsAddresses() throws Exception {
        Files.createDirectory(root.resolve("data/mon"));
        program(
                "monmaptool",
                "[ \"$1\" != --print ] || printf '0: v2:10.0.0.1:3300/0 mon.a\\n1: v2:10.9.9.9:3300/0 mon.b\\n'"
                        + "; echo \"$@\" >&2");
        program("ceph-mon", "echo ceph-mon \"$@\"");
        var run = run("ceph/mon.sh", monitor(1));
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.said())
                .contains("--rm b", "--addv b [v2:10.0.0.2:3300]", "--inject-monmap")
                .contains("--public-addr v2:10.0.0.2:3300 --public-bind-addr v2:10.1.0.1:3300")
                .doesNotContain("--rm a", "--addv c");
    }

    private void program(String name, String does) throws IOException {
        var file = root.resolve("programs").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + does + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aDatabaseThatWasFoundedDoesNotBeginOnAnEmptyVolume() throws Exception {
        var first = before("alone");
        assertThat(first.code()).as(first.said()).isZero();
        assertThat(Files.readAllLines(root.resolve("start.sql"))).isEqualTo(ACCOUNT);
        Files.writeString(root.resolve("founded/db"), "{}");
        assertThat(before("alone").code()).isEqualTo(1);
        assertThat(before("alone").said()).startsWith(FoundingFiles.REFUSAL);
    }

    /** Whether that is a loss, members find out together. */
    @Test
    void aMemberOfSeveralMayBeginOnAnEmptyVolume() throws Exception {
        Files.writeString(root.resolve("founded/db"), "{}");
        var run = before("member");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(Files.readAllLines(root.resolve("start.sql"))).startsWith("SET SESSION wsrep_on = OFF;");
    }

    @Test
    void aDatabaseWithDataTakesThePasswordOfTheSecret() throws Exception {
        Files.createDirectory(root.resolve("data/mysql"));
        Files.writeString(root.resolve("founded/db"), "{}");
        var run = before("alone");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(Files.readAllLines(root.resolve("start.sql")))
                .startsWith(ACCOUNT.toArray(String[]::new))
                .endsWith(
                        "SET SESSION sql_mode = '';",
                        "ALTER USER IF EXISTS root@'localhost' IDENTIFIED BY 'it\\'s a \\\\ password';",
                        "ALTER USER IF EXISTS root@'%' IDENTIFIED BY 'it\\'s a \\\\ password';");
    }

    /** Also once at the beginning, and again for as long as the server refuses, as it does while only one of two files is new. */
    @Test
    void aServerIsToldOfEachNewCertificateUntilItHasReadIt() throws Exception {
        var told = root.resolve("told");
        var certificate = Files.writeString(root.resolve("tls.crt"), "first");
        program(
                "mariadb",
                "echo told >> " + told + "\n[ \"$(wc -l < " + told + ")\" -gt 1 ] || { echo not yet; exit 1; }");
        // The time between two looks: after some it is renewed, after some more the pod ends.
        program(
                "sleep",
                "echo x >> " + root.resolve("looks") + "\ncase $(wc -l < " + root.resolve("looks")
                        + ") in 4) echo next > " + certificate + " ;; 8) kill $PPID ;; esac");
        var run = run("mariadb/renew.sh", Map.of(), certificate.toString());
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(Files.readAllLines(told)).hasSize(3);
        assertThat(run.said())
                .containsOnlyOnce("not yet")
                .containsPattern("(?s)has read its certificates.*has read its certificates");
    }

    /** Who asks for a copy has to know whether it comes encrypted. */
    @Test
    void aMemberSaysHowItGivesCopies() throws Exception {
        program("mariadb", "printf 'wsrep_cluster_status\\tPrimary\\nwsrep_ready\\tON\\n'");
        assertThat(run("mariadb/herald.sh", Map.of()).said()).isEqualTo("serves\n");
        Files.writeString(root.resolve("copies.cnf"), "[sst]\nencrypt=4\n");
        assertThat(run("mariadb/herald.sh", Map.of()).said()).isEqualTo("serves encrypted\n");
        Files.writeString(root.resolve("copies.cnf"), "[sst]\nencrypt=0\n");
        assertThat(run("mariadb/herald.sh", Map.of()).said()).isEqualTo("serves\n");
    }

    private Run before(String kind) throws IOException, InterruptedException {
        return run(
                "mariadb/before.sh",
                Map.of(),
                root.resolve("founded/db").toString(),
                root.resolve("start.sql").toString(),
                kind);
    }

    private Run run(String script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var text = text(script)
                .replace("/var/lib/mysql", root.resolve("data").toString())
                .replace("/var/lib/ceph", root.resolve("data").toString())
                .replace("/run/mysqld", root.toString())
                .replace("/etc/ceph/keys", root.resolve("keys").toString())
                .replace("/tmp/monmap", root.resolve("monmap").toString())
                .replace("/run/secrets/root", root.resolve("secret").toString())
                .replace(FoundingFiles.FOLDER, root.resolve("founded").toString());
        var command = new ArrayList<String>();
        command.add("sh");
        command.add(Files.writeString(root.resolve("script.sh"), text).toString());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().merge("PATH", "", (path, none) -> root.resolve("programs") + ":" + path);
        var process = builder.start();
        try (var output = process.getInputStream()) {
            var said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), said);
        }
    }

    private static String text(String script) throws IOException {
        try (var stream = StartScriptsTest.class.getResourceAsStream("/io/c5c3/infrastructure/" + script)) {
            return new String(Objects.requireNonNull(stream, script).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
