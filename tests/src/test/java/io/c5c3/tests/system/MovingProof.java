package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A server on three nodes moves from one to another: while it runs and is pinged, with another size, and switched off.
 * {@code ./mvnw verify -Dtest=MovingProof -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MovingProof {

    /** The demo's. */
    private static final String SERVER = "c5c3-demo";

    private static final String HOST = "OS-EXT-SRV-ATTR:host";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** A guest that is emulated stands still for some seconds; one that lost its network does not come back. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(30);

    @RegisterExtension
    static final Stage STAGE = new Stage("moving");

    private static final Cli CLI = STAGE.cli();

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
    void itMovesWhileItRuns() throws UnknownHostException {
        var before = host();
        try (var calls = new Calls(address())) {
            calls.await(10);
            openstack("server", "migrate", "--live-migration", "--wait", SERVER);
            calls.await(50);
            assertThat(host()).isNotEqualTo(before);
            assertThat(status()).isEqualTo("ACTIVE");
            System.out.printf(
                    "%s moved from %s to %s; the longest time without an answer: %.1f s%n",
                    SERVER, before, host(), calls.longestGap().toMillis() / 1000.0);
            assertThat(calls.longestGap()).isLessThan(LONGEST_GAP);
        }
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
    void itMovesWhileItIsOff() throws UnknownHostException {
        var before = host();
        openstack("server", "migrate", "--wait", SERVER);
        awaitStatus("VERIFY_RESIZE");
        openstack("server", "migrate", "confirm", SERVER);
        awaitStatus("ACTIVE");
        assertThat(host()).isNotEqualTo(before);
        try (var calls = new Calls(address())) {
            calls.await(1);
        }
    }

    /** Where it is reached from outside. */
    private static InetAddress address() throws UnknownHostException {
        return InetAddress.getByName(openstack("floating", "ip", "list", "-f", "value", "-c", "Floating IP Address"));
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
}
