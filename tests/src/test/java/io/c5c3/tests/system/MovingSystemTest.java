package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server on three nodes moves from one to another: while it runs and is pinged, with another size, and switched off. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MovingSystemTest {

    /** The demo's. */
    private static final String SERVER = "c5c3-demo";

    private static final String HOST = "OS-EXT-SRV-ATTR:host";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** A guest that is emulated stands still for some seconds; one that lost its network does not come back. */
    private static final double LONGEST_GAP = 30;

    private static final Pattern ANSWER = Pattern.compile("^\\[(\\d+\\.\\d+)] \\d+ bytes from .*");

    @RegisterExtension
    static final Stage STAGE = new Stage("moving");

    private static final Cli CLI = STAGE.cli();

    @TempDir
    private static Path folder;

    @Test
    @Order(1)
    void aServerRunsOnOneOfThreeNodes() {
        STAGE.up("--nodes", "3");
        var demo = CLI.run("demo", "--plain", "--keep");
        assertThat(demo.exitCode()).as(demo.both()).isZero();
        assertThat(openstack("compute", "service", "list", "--service", "nova-compute", "-f", "value", "-c", "State")
                        .lines())
                .containsExactly("up", "up", "up");
    }

    @Test
    @Order(2)
    void itMovesWhileItRuns() throws IOException, InterruptedException {
        var address = openstack("floating", "ip", "list", "-f", "value", "-c", "Floating IP Address");
        var before = host();
        var answers = folder.resolve("answers");
        var ping = new ProcessBuilder("ping", "-D", "-n", "-i", "0.2", address)
                .redirectErrorStream(true)
                .redirectOutput(answers.toFile())
                .start();
        try {
            await("an answer before anything moves")
                    .atMost(PATIENCE)
                    .until(() -> !times(answers).isEmpty());
            openstack("server", "migrate", "--live-migration", "--wait", SERVER);
            var moved = times(answers).size();
            await("answers from where it is now")
                    .atMost(PATIENCE)
                    .until(() -> times(answers).size() > moved + 50);
        } finally {
            ping.destroy();
            ping.waitFor();
        }
        assertThat(host()).isNotEqualTo(before);
        assertThat(status()).isEqualTo("ACTIVE");
        var gap = longestGap(times(answers));
        System.out.printf(
                "%s moved from %s to %s; the longest time without an answer: %.1f s%n", SERVER, before, host(), gap);
        assertThat(gap).isLessThan(LONGEST_GAP);
    }

    @Test
    @Order(3)
    void itGetsAnotherSize() {
        openstack("flavor", "create", "--ram", "512", "--disk", "3", "--vcpus", "1", "larger");
        openstack("server", "resize", "--flavor", "larger", "--wait", SERVER);
        awaitStatus("VERIFY_RESIZE");
        openstack("server", "resize", "confirm", SERVER);
        awaitStatus("ACTIVE");
        assertThat(openstack("server", "show", "-f", "value", "-c", "flavor", SERVER))
                .contains("larger");
    }

    /** Never to where it is: that is what moving means, whatever a resize may do. */
    @Test
    @Order(4)
    void itMovesWhileItIsOff() {
        var before = host();
        openstack("server", "migrate", "--wait", SERVER);
        awaitStatus("VERIFY_RESIZE");
        openstack("server", "migrate", "confirm", SERVER);
        awaitStatus("ACTIVE");
        assertThat(host()).isNotEqualTo(before);
        var address = openstack("floating", "ip", "list", "-f", "value", "-c", "Floating IP Address");
        await("an answer from " + address)
                .atMost(PATIENCE)
                .until(() -> new ProcessBuilder("ping", "-c", "1", address)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0);
    }

    private static String openstack(String... arguments) {
        var words = new ArrayList<>(List.of("openstack"));
        words.addAll(List.of(arguments));
        var result = CLI.run(words.toArray(String[]::new));
        assertThat(result.exitCode()).as("%s: %s", words, result.both()).isZero();
        return result.out().strip();
    }

    private static String host() {
        return openstack("server", "show", "-f", "value", "-c", HOST, SERVER);
    }

    private static String status() {
        return openstack("server", "show", "-f", "value", "-c", "status", SERVER);
    }

    private static void awaitStatus(String wanted) {
        await(wanted)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(status()).isEqualTo(wanted));
    }

    /** When ping heard something, in seconds. */
    private static List<Double> times(Path answers) throws IOException {
        try (var lines = Files.lines(answers)) {
            return lines.map(ANSWER::matcher)
                    .filter(line -> line.matches())
                    .map(line -> Double.valueOf(line.group(1)))
                    .toList();
        }
    }

    private static double longestGap(List<Double> times) {
        var longest = 0.0;
        for (var i = 1; i < times.size(); i++) {
            longest = Math.max(longest, times.get(i) - times.get(i - 1));
        }
        return longest;
    }
}
