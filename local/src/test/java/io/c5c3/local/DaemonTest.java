package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonTest {
    @TempDir
    Path folder;

    private Path input;

    @BeforeEach
    void prepare() throws IOException {
        Files.createDirectories(folder.resolve("log"));
        input = Files.writeString(folder.resolve("input"), "one");
    }

    @AfterEach
    void stop() {
        sleeper("1000").stop();
    }

    @Test
    void startsOnceOnly() {
        assertThat(sleeper("1000").ensure()).isTrue();
        var first = sleeper("1000").process();

        assertThat(sleeper("1000").ensure()).isFalse();
        assertThat(sleeper("1000").process()).isEqualTo(first).isPresent();
    }

    @Test
    void startsAgainAfterItWasKilled() {
        sleeper("1000").ensure();
        ProcessTable.kill(sleeper("1000").process().stream().toList());

        assertThat(sleeper("1000").isRunning()).isFalse();
        assertThat(sleeper("1000").ensure()).isTrue();
    }

    @Test
    void anotherCommandReplacesIt() {
        sleeper("1000").ensure();
        var before = sleeper("1000").process().orElseThrow();

        assertThat(sleeper("1001").ensure()).isTrue();
        assertThat(ProcessTable.isAlive(before)).isFalse();
    }

    @Test
    void anotherInputReplacesIt() throws IOException {
        sleeper("1000").ensure();
        Files.writeString(input, "two");

        assertThat(sleeper("1000").ensure()).isTrue();
    }

    @Test
    void quotesTheLastWordsOfOneThatEnds() {
        var daemon = new Daemon(
                "failing", layout(), Daemon.Ground.machine(), List.of("/bin/ls", "/no/such/thing"), List.of());

        assertThatThrownBy(() -> {
                    daemon.ensure();
                    Await.atMost(java.time.Duration.ofSeconds(5), "it to end").until(() -> !daemon.isRunning());
                    daemon.mustRun();
                })
                .isInstanceOf(LocalException.class)
                .hasMessageContaining("/no/such/thing")
                .hasMessageContaining("failing.log");
    }

    private Daemon sleeper(String seconds) {
        return new Daemon("sleeper", layout(), Daemon.Ground.machine(), List.of("/bin/sleep", seconds), List.of(input));
    }

    private Layout layout() {
        return new Layout("test", folder);
    }
}
