package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.tests.Repository;
import io.c5c3.tests.apiserver.AuditLog;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole core cloud on one node, and a server that boots on it. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CoreSystemTest {

    private static final String OPERATOR = "system:serviceaccount:c5c3-system:c5c3-operator";

    private static final String NAMESPACE = "openstack";

    /** The demo's. */
    private static final String SERVER = "c5c3-demo";

    private static final int SSH = 22;

    @RegisterExtension
    static final Stage STAGE = new Stage("core");

    private static final Cli CLI = STAGE.cli();

    @Test
    @Order(1)
    void upMakesACloud() throws IOException {
        STAGE.up();
        var client = STAGE.connect();
        var plane = client.resources(ControlPlane.class)
                .inNamespace(NAMESPACE)
                .withName("core")
                .get();
        new BringUp(client, plane).figures(CLI.operatorPids().getFirst()).forEach(System.out::println);
    }

    @Test
    @Order(2)
    void theCatalogueNamesEveryService() {
        var catalog = CLI.run("openstack", "catalog", "list", "-f", "value", "-c", "Type");
        assertThat(catalog.out().lines())
                .contains("identity", "image", "placement", "network", "compute", "block-storage");
    }

    @Test
    @Order(3)
    void everyAgentIsAlive() {
        assertThat(column("compute", "service", "list", "-f", "value", "-c", "State"))
                .isNotEmpty()
                .containsOnly("up");
        assertThat(column("volume", "service", "list", "-f", "value", "-c", "State"))
                .isNotEmpty()
                .containsOnly("up");
        assertThat(column("network", "agent", "list", "-f", "value", "-c", "Alive"))
                .isNotEmpty()
                .containsOnly("True");
    }

    @Test
    @Order(4)
    void aServerBootsWithAnAddressAndAVolume() {
        var demo = CLI.run("demo", "--plain");
        System.out.println(demo.both());
        assertThat(demo.exitCode()).as(demo.both()).isZero();
        assertThat(demo.both())
                .contains("c5c3-guest address")
                .contains("c5c3-guest disk")
                .contains("pings answered");
        assertThat(column("server", "list", "-f", "value", "-c", "Name")).isEmpty();
        assertThat(column("volume", "list", "-f", "value", "-c", "Name")).isEmpty();
        assertThat(column("image", "list", "-f", "value", "-c", "Name")).contains("c5c3-demo");
    }

    @Test
    @Order(5)
    void upAgainChangesNothing() {
        var log = new AuditLog(STAGE.cluster().auditLog());
        var mark = log.mark();
        var again = CLI.run("up", "--plain");
        assertThat(again.both()).contains("Nothing to do");
        assertThat(log.requests(mark, OPERATOR)).isEmpty();
    }

    /** A guest's process is nobody on the node, and the login that lies there is no administrator's. */
    @Test
    @Order(6)
    void whoGetsOutOfAGuestIsNobody() throws IOException {
        var demo = CLI.run("demo", "--plain", "--keep");
        assertThat(demo.exitCode()).as(demo.both()).isZero();
        var guest = CLI.run(
                Cli.inside(
                        NAMESPACE,
                        "ds/hypervisors-libvirt",
                        "sh",
                        "-c",
                        "for guest in /run/libvirt/qemu/instance-*.pid; do grep -E '^(Uid|Seccomp):' /proc/$(cat $guest)/status; done"));
        assertThat(guest.out()).contains("Uid:\t64055\t64055", "Seccomp:\t2").doesNotContain("Uid:\t0");
        var agent = CLI.run(Cli.inside(NAMESPACE, "ds/hypervisors-compute", "python", "-c", script("reach.py")));
        assertThat(agent.out().lines())
                .as(agent.both())
                .containsExactly("placement 200", "identity 403", "compute 403");
    }

    /** The demo's server is still there. */
    @Test
    @Order(7)
    void aBrowserShowsTheScreenOfAServer() throws IOException {
        var console = CLI.start("console", SERVER);
        var picture = Repository.file("tests/target/console.png");
        try (var page = ConsolePage.open(Cli.firstLine(console))) {
            page.awaitText();
            page.screenshot(picture);
            page.type("clear\n");
            page.awaitNearlyNothing();
            page.type("help\n");
            page.awaitText();
            page.screenshot(picture);
        }
        assertThat(CLI.stop(console).exitCode()).isZero();
    }

    @Test
    @Order(8)
    void aTerminalHasTheSerialLineOfAServer() {
        var said = CLI.pipe("\necho hello-$((40+2))\n", "console", "--serial", SERVER);
        assertThat(said.exitCode()).as(said.both()).isZero();
        assertThat(said.out()).as(said.both()).contains("hello-42");
        var log = CLI.run("openstack", "console", "log", "show", SERVER);
        assertThat(log.out()).as("what was said on the line is also in the log").contains("hello-42");
    }

    @Test
    @Order(9)
    void whoAsksForTheConsoleOfNobodyIsToldSo() {
        var said = CLI.run("console", "nobody");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).contains("there is no server nobody", "openstack server list");
    }

    /** Each of these has not worked once. After the last of them the server answers from outside as before. */
    @Test
    @Order(10)
    void whatPeopleTryFirstWorks() throws IOException {
        var tries = CLI.run(Cli.inside(NAMESPACE, "deploy/openstack-client", "python3", "-c", script("tries.py")));
        assertThat(tries.out().lines())
                .as(tries.both())
                .startsWith("key_pair", "upload", "snapshot", "backup", "detach", "resize", "suspend")
                .hasSize(8);
        var address = new InetSocketAddress(tries.out().lines().toList().getLast(), SSH);
        await("an SSH server at " + address).atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            try (var socket = new Socket()) {
                socket.connect(address, (int) Duration.ofSeconds(5).toMillis());
                assertThat(new String(socket.getInputStream().readNBytes(4), StandardCharsets.US_ASCII))
                        .isEqualTo("SSH-");
            }
        });
        var log = CLI.run("kubectl", "-n", NAMESPACE, "logs", "ds/ovn-ovs", "--all-containers", "--tail=-1");
        assertThat(log.out().lines().filter(line -> line.contains("was made anew")))
                .as("the switch opens each new tap once, and comes to rest")
                .hasSizeBetween(1, 10);
    }

    /** libvirt and the switch, once in a while, take back what the other one wrote of a tap: it is open, and off. */
    @Test
    @Order(10)
    void aTapThatIsOpenAndOffIsSwitchedOn() {
        var link = onTheSwitch("sh", "-c", "ip tuntap add dev tap-off mode tap && ip link set dev tap-off promisc on");
        assertThat(link.exitCode()).as(link.both()).isZero();
        await("the tap to be on")
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(onTheSwitch("ip", "-o", "link", "show", "dev", "tap-off")
                                .out())
                        .contains("PROMISC,UP"));
        assertThat(onTheSwitch("ip", "tuntap", "del", "dev", "tap-off", "mode", "tap")
                        .exitCode())
                .isZero();
    }

    private static Cli.Result onTheSwitch(String... command) {
        return CLI.run(Stream.concat(
                        Stream.of("kubectl", "-n", NAMESPACE, "exec", "ds/ovn-ovs", "-c", "ovs-vswitchd", "--"),
                        Stream.of(command))
                .toArray(String[]::new));
    }

    /** Roles of the newer kind, in every service: who only reads changes nothing, who manages a domain has no say in another. */
    @Test
    @Order(11)
    void eachRoleMayWhatItsNameSays() throws IOException {
        var tries = CLI.run(Cli.inside(NAMESPACE, "deploy/openstack-client", "python3", "-c", script("personas.py")));
        assertThat(tries.out().lines()).as(tries.both()).containsExactly("done");
    }

    @Test
    @Order(12)
    void theNetworkApiHasTheExtensionsOfTheManual() throws IOException {
        var manual = Files.readString(Repository.file("docs/networks.md")).split("```(text)?\n")[1];
        assertThat(column("extension", "list", "--network", "-f", "value", "-c", "Alias"))
                .containsExactlyInAnyOrder(manual.strip().split("\\s+"));
    }

    /** Who says --nic auto has a network, a router and a way out without having made any of them. */
    @Test
    @Order(12)
    void aNetworkCanBeMadeForWhoHasNone() {
        assertThat(column("network", "auto", "allocated", "topology", "create", "--check-resources", "-f", "value"))
                .isNotEmpty();
    }

    /** After all else: by now every way that the cloud itself needs has been gone, with the policies in force. */
    @TestFactory
    @Order(13)
    Stream<DynamicTest> onlyThoseConnectWhoMay() throws IOException {
        var probes = new Probes(STAGE.connect(), NAMESPACE);
        probes.start();
        return Doors.tests(probes).onClose(probes::stop);
    }

    /** A service that comes later: nothing else of the cloud is started again for it, but Keystone, which is to tell it of projects that go. */
    @Test
    @Order(14)
    void aKeyManagerThatComesLaterKeepsSecretsAndEncryptsVolumes() throws IOException {
        var pods = pods("nova", "cinder");
        assertThat(pods).isNotEmpty();
        switchOn("barbican");
        assertThat(keys("before")).containsExactly("secret", "order", "encrypted_volume", "keep");
        assertThat(pods("nova", "cinder")).isEqualTo(pods);
    }

    /** What was stored before is read after, with another key; and when a project goes, so does what it kept. */
    @Test
    @Order(15)
    void theKeyManagersOwnKeysAreRotated() throws IOException {
        var request = CLI.run(
                "kubectl", "-n", NAMESPACE, "annotate", "barbican", "barbican", "c5c3.io/rotate-encryption-keys=now");
        assertThat(request.exitCode()).as(request.both()).isZero();
        await("all keys of projects to be wrapped anew")
                .atMost(Duration.ofMinutes(5))
                .untilAsserted(
                        () -> assertThat(reason("barbican", "RewrapReady")).isEqualTo("KeysRewrapped"));
        assertThat(reason("keystone", "NotificationsReady")).isEqualTo("NotificationsSent");
        assertThat(keys("after")).containsExactly("kept", "end_of_a_project");
    }

    private static List<String> keys(String when) throws IOException {
        var tries = CLI.run(Cli.inside(NAMESPACE, "deploy/openstack-client", "python3", "-c", script("keys.py"), when));
        assertThat(tries.exitCode()).as(tries.both()).isZero();
        return tries.out().lines().toList();
    }

    /** Of a condition of the resource that is named like its kind. */
    private static String reason(String kind, String condition) {
        return CLI.run(
                        "kubectl",
                        "-n",
                        NAMESPACE,
                        "get",
                        kind,
                        kind,
                        "-o",
                        "jsonpath={.status.conditions[?(@.type=='" + condition + "')].reason}")
                .out()
                .strip();
    }

    @Test
    @Order(16)
    void whatATemplateDescribesIsMadeTogetherAndDeletedTogether() throws IOException {
        var pods = pods("keystone", "nova", "neutron");
        switchOn("heat");
        var tries = CLI.run(Cli.inside(NAMESPACE, "deploy/openstack-client", "python3", "-c", script("stacks.py")));
        assertThat(tries.out().lines())
                .as(tries.both())
                .containsExactly("create", "what_is_there", "guest_user", "delete", "nothing_left");
        assertThat(column("stack", "list", "-f", "value", "-c", "Stack Name")).isEmpty();
        assertThat(column("endpoint", "list", "--service", "cloudformation", "-f", "value", "-c", "Interface"))
                .containsExactlyInAnyOrder("public", "internal");
        assertThat(pods("keystone", "nova", "neutron")).isEqualTo(pods);
    }

    /** A person with a browser: logs in, sees the server, has its screen. Pictures are kept of all of it. */
    @Test
    @Order(17)
    void aBrowserShowsTheServerInBothDashboards() throws IOException {
        switchOn("horizon", "skyline");
        try (var dashboards = new Dashboards(STAGE.connect(), NAMESPACE, Repository.file("tests/target"))) {
            dashboards.horizon(SERVER);
            dashboards.skyline(SERVER);
        }
    }

    /** Services that the plane was without, and waits until it is as whole with them as before. */
    private static void switchOn(String... services) throws IOException {
        var images = CLI.run(
                Stream.concat(Stream.of("images", "load"), Stream.of(services)).toArray(String[]::new));
        assertThat(images.exitCode()).as(images.both()).isZero();
        var wanted = Stream.of(services)
                .map("\"%s\": {\"enabled\": true}"::formatted)
                .collect(Collectors.joining(", ", "{\"spec\": {\"services\": {", "}}}"));
        STAGE.connect()
                .resources(ControlPlane.class)
                .inNamespace(NAMESPACE)
                .withName("core")
                .patch(PatchContext.of(PatchType.JSON_MERGE), wanted);
        var kinds = String.join(",", services) + ",controlplane";
        await(kinds)
                .atMost(Duration.ofMinutes(5))
                .untilAsserted(() -> assertThat(CLI.run("kubectl", "-n", NAMESPACE, "get", kinds, "--no-headers")
                                .out()
                                .lines())
                        .hasSize(services.length + 1)
                        .allMatch(line -> line.contains(" True ")));
    }

    /** The names of the pods of these services. */
    private static List<String> pods(String... services) throws IOException {
        return STAGE
                .connect()
                .pods()
                .inNamespace(NAMESPACE)
                .withLabelIn("app.kubernetes.io/name", services)
                .list()
                .getItems()
                .stream()
                .map(pod -> pod.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static String script(String name) throws IOException {
        try (var file = CoreSystemTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> column(String... arguments) {
        var words = new ArrayList<>(List.of("openstack"));
        words.addAll(List.of(arguments));
        var result = CLI.run(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.both()).isZero();
        return result.out().lines().filter(line -> !line.isBlank()).toList();
    }
}
