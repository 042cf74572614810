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
            var file = root.resolve("programs").resolve(program);
            Files.writeString(file, "#!/bin/sh\necho " + BEGINS + "\nexit 1\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"ceph/mon.sh, ceph-mon-0, ceph-mon", "ceph/osd.sh, ceph-osd-2, ceph-osd"})
    void anEmptyVolumeOfWhatWasFoundedIsRefused(String script, String pod, String set) throws Exception {
        var env = Map.of("POD_NAME", pod, "FSID", "f", "MONITOR", "m", "POD_IP", "10.0.0.1");
        var first = run(script, env);
        assertThat(first.code()).isNotZero();
        assertThat(first.said()).doesNotContain(FoundingFiles.REFUSAL).contains(BEGINS);
        Files.writeString(root.resolve("founded").resolve(set), "{}");
        var again = run(script, env);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.said()).startsWith(FoundingFiles.REFUSAL).doesNotContain(BEGINS);
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
