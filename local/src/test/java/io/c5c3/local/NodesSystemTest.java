package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.c5c3.local.LocalCluster.Profile;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Several nodes: they join, talk, keep apart what shall be apart, are lost, come back, and go without a trace. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NodesSystemTest {
    private static final String NAME = "its-" + ProcessHandle.current().pid();
    private static final List<String> NAMES = List.of(NAME, NAME + "-2", NAME + "-3");
    private static final String LOST = NAME + "-3";
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int PORT = 8080;

    private static Traces before;
    private static LocalCluster cluster;

    @BeforeAll
    static void up() {
        assumeTrue(Root.isUs(), "a cluster with a node needs root");
        before = Traces.of(NAME);
        cluster = LocalCluster.named(NAME, Profile.FULL).nodes(2).up(Progress.lines(System.out));
    }

    @AfterAll
    static void purge() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void anotherJoins() {
        cluster = cluster.nodes(3).up(Progress.lines(System.out));

        try (var client = client()) {
            assertThat(client.nodes().list().getItems()).allMatch(NodesSystemTest::isReady);
            assertThat(zones(client))
                    .containsExactly(
                            Map.entry(NAMES.get(0), "zone-1"),
                            Map.entry(NAMES.get(1), "zone-2"),
                            Map.entry(NAMES.get(2), "zone-3"));
        }
        assertThat(cluster.isRunning()).isTrue();
        assertThat(cluster.images()).contains("registry.k8s.io/pause:3.10");
    }

    @Test
    @Order(2)
    void imagesAreKeptOnceOnDisk() throws IOException {
        var content = "var/lib/containerd/io.containerd.content.v1.content/blobs/sha256";
        try (var files = Files.list(cluster.stateDirectory().resolve(content))) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(links(file)).isEqualTo(3));
        }
    }

    @Test
    @Order(3)
    void podsOfAllNodesReachEachOtherAndServices() {
        try (var client = client()) {
            client.load(NodesSystemTest.class.getResourceAsStream("probes.yaml"))
                    .serverSideApply();
            awaitProbes(client);
            var pods = probes(client);
            assertThat(pods.stream().map(pod -> pod.getSpec().getNodeName()))
                    .containsExactlyInAnyOrderElementsOf(NAMES);
            for (var pod : pods) {
                for (var other : pods) {
                    var name = other.getMetadata().getName();
                    assertThat(heard(client, name(pod), name + ".probe", PORT)).isEqualTo(name);
                }
                assertThat(heard(client, name(pod), "front", 80)).startsWith("probe-");
                assertThat(answers(pod.getStatus().getPodIP())).isTrue();
            }
        }
    }

    @Test
    @Order(4)
    void policiesHoldAcrossNodes() {
        try (var client = client()) {
            var policy = new NetworkPolicyBuilder()
                    .withNewMetadata()
                    .withName("only-the-first")
                    .withNamespace("default")
                    .endMetadata()
                    .withNewSpec()
                    .withNewPodSelector()
                    .addToMatchLabels("apps.kubernetes.io/pod-index", "1")
                    .endPodSelector()
                    .addNewIngress()
                    .addNewFrom()
                    .withNewPodSelector()
                    .addToMatchLabels("apps.kubernetes.io/pod-index", "0")
                    .endPodSelector()
                    .endFrom()
                    .endIngress()
                    .withPolicyTypes("Ingress")
                    .endSpec()
                    .build();

            client.resource(policy).create();
            Await.atMost(LIMIT, "the policy to keep probe-2 out")
                    .until(() -> heard(client, "probe-2", "probe-1.probe", PORT).isEmpty());
            assertThat(heard(client, "probe-0", "probe-1.probe", PORT)).isEqualTo("probe-1");

            client.resource(policy).delete();
            Await.atMost(LIMIT, "the door to open again")
                    .until(() -> heard(client, "probe-2", "probe-1.probe", PORT).equals("probe-1"));
        }
    }

    @Test
    @Order(5)
    void secondUpChangesNothing() {
        var processes = processes();
        var writes = new AuditLog(cluster.auditLog()).writesByAdmin();

        cluster.up(Progress.silent());

        assertThat(processes()).isEqualTo(processes);
        assertThat(new AuditLog(cluster.auditLog()).writesByAdmin()).isEqualTo(writes);
    }

    @Test
    @Order(6)
    void aLostNodeIsMissedAndComesBackWithItsVolumes() {
        try (var client = client()) {
            var pod = probes(client).stream()
                    .filter(one -> one.getSpec().getNodeName().equals(LOST))
                    .findFirst()
                    .orElseThrow();
            var neighbour = name(pod).equals("probe-0") ? "probe-1" : "probe-0";

            cluster.node(LOST).stop(Progress.silent());

            assertThat(cluster.node(LOST).isRunning()).isFalse();
            assertThat(Cgroups.of(NAME + "/3").processes()).isEmpty();
            assertThat(answers(pod.getStatus().getPodIP())).isFalse();
            assertThat(heard(client, neighbour, "kubernetes", 443)).isEmpty();
            Await.atMost(LIMIT, LOST + " to be missed")
                    .until(() -> !isReady(client.nodes().withName(LOST).get()));

            cluster.node(LOST).start(Progress.lines(System.out));

            awaitProbes(client);
            assertThat(client.pods()
                            .inNamespace("default")
                            .withName(name(pod))
                            .get()
                            .getSpec()
                            .getNodeName())
                    .isEqualTo(LOST);
            assertThat(execute(client, name(pod), "cat", "/data/starts")).isEqualTo("started\nstarted\n");
            assertThat(heard(client, neighbour, name(pod) + ".probe", PORT)).isEqualTo(name(pod));
        }
        assertThat(cluster.isRunning()).isTrue();
    }

    @Test
    @Order(7)
    void aLineThatIsCutIsSilentAndThatAlone() {
        try (var client = client()) {
            var there = probes(client).stream()
                    .collect(Collectors.toMap(pod -> pod.getSpec().getNodeName(), NodesSystemTest::name));
            var second = there.get(NAMES.get(1));
            var third = there.get(NAMES.get(2));

            cluster.node(NAMES.get(1)).cut(cluster.node(NAMES.get(2)), Progress.silent());

            assertThat(heard(client, second, third + ".probe", PORT)).isEmpty();
            assertThat(heard(client, third, second + ".probe", PORT)).isEmpty();
            assertThat(heard(client, there.get(NAME), second + ".probe", PORT)).isEqualTo(second);
            assertThat(heard(client, third, there.get(NAME) + ".probe", PORT)).isEqualTo(there.get(NAME));

            cluster.node(NAMES.get(2)).mend(cluster.node(NAMES.get(1)), Progress.silent());

            assertThat(heard(client, second, third + ".probe", PORT)).isEqualTo(third);
            assertThat(heard(client, third, second + ".probe", PORT)).isEqualTo(second);
        }
    }

    @Test
    @Order(8)
    void theNodeWithTheApiServerIsNotStoppedAlone() {
        assertThatThrownBy(() -> cluster.node(NAME).stop(Progress.silent()))
                .isInstanceOf(LocalException.class)
                .hasMessageContaining("stop another one, or the whole cluster with './c5c3 down'");
    }

    @Test
    @Order(9)
    void allComeBackAfterTheirPlugWasPulledAtOnce() {
        cluster.stopNodes(Progress.silent());

        assertThat(cluster.nodes()).noneMatch(LocalNode::isRunning);
        assertThat(Cgroups.of(NAME).processes()).isEmpty();

        cluster.up(Progress.lines(System.out));

        try (var client = client()) {
            awaitProbes(client);
            assertThat(execute(client, "probe-0", "cat", "/data/starts")).endsWith("started\nstarted\n");
        }
    }

    @Test
    @Order(10)
    void aDrainedNodeHasNoPods() {
        try (var client = client()) {
            cluster.node(LOST).drain(LIMIT, Progress.silent());

            assertThat(probes(client))
                    .noneMatch(pod -> LOST.equals(pod.getSpec().getNodeName()));

            cluster.node(LOST).start(Progress.silent());
            awaitProbes(client);
        }
    }

    @Test
    @Order(11)
    void purgeLeavesNothing() {
        cluster.close();

        assertThat(Traces.of(NAME).since(before)).isEmpty();
        assertThat(cluster.isRunning()).isFalse();
    }

    private static boolean isReady(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    private static Map<String, String> zones(KubernetesClient client) {
        return client.nodes().list().getItems().stream()
                .collect(Collectors.toMap(
                        node -> node.getMetadata().getName(),
                        node -> node.getMetadata().getLabels().get("topology.kubernetes.io/zone"),
                        (one, same) -> one,
                        TreeMap::new));
    }

    private static List<Pod> probes(KubernetesClient client) {
        return client.pods()
                .inNamespace("default")
                .withLabel("app", "probe")
                .list()
                .getItems();
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    /** The kubelet's word may be old; that it can be run something in is the truth. */
    private static void awaitProbes(KubernetesClient client) {
        Await.atMost(LIMIT, "three probes that work")
                .until(() -> IntStream.range(0, 3)
                        .allMatch(number -> heard(client, "probe-" + number, "probe-" + number + ".probe", PORT)
                                .equals("probe-" + number)));
    }

    /** What is said to a pod that calls there; nothing if nobody answers. */
    private static String heard(KubernetesClient client, String pod, String host, int port) {
        try {
            return execute(client, pod, "timeout", "2", "bash", "-c", "cat 2>/dev/null </dev/tcp/" + host + "/" + port);
        } catch (RuntimeException e) {
            return "";
        }
    }

    private static boolean answers(String address) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, PORT), 2_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String execute(KubernetesClient client, String pod, String... command) {
        var output = new ByteArrayOutputStream();
        try (var watch = client.pods()
                .inNamespace("default")
                .withName(pod)
                .writingOutput(output)
                .exec(command)) {
            watch.exitCode().get(10, TimeUnit.SECONDS);
            return output.toString(StandardCharsets.UTF_8);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static int links(Path file) {
        try {
            return (int) Files.getAttribute(file, "unix:nlink");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<Long> processes() {
        return ProcessTable.marked(cluster.stateDirectory().toString()).stream()
                .filter(entry -> entry.command().getFirst().endsWith("/" + Daemon.nameIn(entry.mark())))
                .map(entry -> entry.handle().pid())
                .collect(Collectors.toSet());
    }

    private static KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(cluster.kubeconfig().toFile()))
                .build();
    }
}
