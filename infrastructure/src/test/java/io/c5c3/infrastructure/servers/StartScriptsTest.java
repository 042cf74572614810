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
        assertThat(root.resolve("start.sql")).isEmptyFile();
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
                .containsExactly(
                        "SET SESSION sql_mode = '';",
                        "ALTER USER IF EXISTS root@'localhost' IDENTIFIED BY 'it\\'s a \\\\ password';",
                        "ALTER USER IF EXISTS root@'%' IDENTIFIED BY 'it\\'s a \\\\ password';");
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
