package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.c5c3.local.LocalCluster.Profile;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The life of a whole cluster, from its first start to its last trace. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FullClusterSystemTest {
    private static final String NAME = "it-" + ProcessHandle.current().pid();
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static Traces before;
    private static LocalCluster cluster;

    @BeforeAll
    static void up() {
        assumeTrue(Root.isUs(), "a cluster with a node needs root");
        before = Traces.of(NAME);
        cluster = LocalCluster.named(NAME, Profile.FULL).up(Progress.lines(System.out));
    }

    @AfterAll
    static void purge() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void nodeIsReady() {
        try (var client = client()) {
            var node = client.nodes().withName(NAME).get();
            assertThat(node.getStatus().getNodeInfo().getKubeletVersion()).startsWith("v1.34.");
            assertThat(node.getStatus().getConditions())
                    .anyMatch(condition -> condition.getType().equals("Ready")
                            && condition.getStatus().equals("True"));
        }
        assertThat(cluster.isRunning()).isTrue();
        assertThat(cluster.images()).contains("registry.k8s.io/pause:3.10");
    }

    @Test
    @Order(2)
    void podWithAClaimRunsAndResolvesNames() {
        try (var client = client()) {
            client.load(FullClusterSystemTest.class.getResourceAsStream("probe.yaml"))
                    .serverSideApply();
            awaitProbe(client);
            assertThat(execute(client, "cat", "/data/starts")).isEqualTo("started\n");
        }
    }

    /** This machine is nobody's pod: what lets no pod in, does not let it in either. */
    @Test
    @Order(2)
    void policiesAreEnforced() {
        var question = new DnsQuestion("kubernetes.default.svc.cluster.local");
        try (var client = client()) {
            var services = client.services().inNamespace("kube-system");
            var server = services.withName("kube-dns").get().getSpec().getClusterIP();
            assertThat(question.isAnsweredBy(server)).isTrue();
            var nobody = new NetworkPolicyBuilder()
                    .withNewMetadata()
                    .withName("nobody")
                    .withNamespace("kube-system")
                    .endMetadata()
                    .withNewSpec()
                    .withNewPodSelector()
                    .addToMatchLabels("k8s-app", "kube-dns")
                    .endPodSelector()
                    .withPolicyTypes("Ingress")
                    .endSpec()
                    .build();

            client.resource(nobody).create();
            Await.atMost(LIMIT, "the policy to shut the door").until(() -> !question.isAnsweredBy(server));

            client.resource(nobody).delete();
            Await.atMost(LIMIT, "the door to open again").until(() -> question.isAnsweredBy(server));
        }
    }

    @Test
    @Order(3)
    void secondUpChangesNothing() {
        var processes = processes();
        var writes = new AuditLog(cluster.auditLog()).writesByAdmin();

        cluster.up(Progress.silent());

        assertThat(processes()).isEqualTo(processes);
        assertThat(new AuditLog(cluster.auditLog()).writesByAdmin()).isEqualTo(writes);
    }

    @Test
    @Order(4)
    void healsKubeletAndRuntimeUnderARunningPod() {
        try (var client = client()) {
            var container = probe(client).orElseThrow().getContainerID();
            kill("kubelet");
            kill("containerd");
            assertThat(cluster.isRunning()).isFalse();

            cluster.up(Progress.silent());

            assertThat(cluster.isRunning()).isTrue();
            awaitProbe(client);
            assertThat(probe(client).orElseThrow().getContainerID()).isEqualTo(container);
            assertThat(execute(client, "cat", "/data/starts")).isEqualTo("started\n");
        }
    }

    @Test
    @Order(5)
    void healsALostNode() {
        kill("node");

        cluster.up(Progress.silent());

        try (var client = client()) {
            awaitStarts(client, 2);
        }
    }

    @Test
    @Order(6)
    void keepsDataOverDownAndUp() {
        cluster.down(false, Progress.silent());
        assertThat(Traces.of(NAME).since(before)).allMatch(trace -> trace.startsWith("file "));

        cluster.up(Progress.silent());

        try (var client = client()) {
            awaitStarts(client, 3);
        }
    }

    @Test
    @Order(7)
    void purgeLeavesNothing() {
        cluster.down(true, Progress.silent());

        assertThat(Traces.of(NAME).since(before)).isEmpty();
        assertThat(cluster.isRunning()).isFalse();
    }

    private static void awaitProbe(KubernetesClient client) {
        Await.atMost(LIMIT, "the pod 'probe' to become ready")
                .until(() -> probe(client).filter(ContainerStatus::getReady).isPresent());
    }

    /** The pod's state is what the kubelet last said; what the pod itself wrote down is the truth. */
    private static void awaitStarts(KubernetesClient client, long starts) {
        Await.atMost(LIMIT, "start number " + starts + " of the pod 'probe'").until(() -> {
            try {
                return execute(client, "cat", "/data/starts").lines().count() == starts;
            } catch (RuntimeException e) {
                return false;
            }
        });
        awaitProbe(client);
    }

    private static Optional<ContainerStatus> probe(KubernetesClient client) {
        return Optional.ofNullable(
                        client.pods().inNamespace("default").withName("probe").get())
                .flatMap(pod -> pod.getStatus().getContainerStatuses().stream().findFirst());
    }

    private static String execute(KubernetesClient client, String... command) {
        var output = new ByteArrayOutputStream();
        try (var watch = client.pods()
                .inNamespace("default")
                .withName("probe")
                .writingOutput(output)
                .exec(command)) {
            watch.exitCode().get(10, TimeUnit.SECONDS);
            return output.toString(StandardCharsets.UTF_8);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(cluster.kubeconfig().toFile()))
                .build();
    }

    private static void kill(String daemon) {
        var processes = ProcessTable.marked(cluster.stateDirectory() + ":" + daemon + ":").stream()
                .filter(FullClusterSystemTest::isDaemon)
                .map(ProcessTable.Entry::handle)
                .toList();
        assertThat(processes).isNotEmpty();
        ProcessTable.kill(processes);
    }

    /** The daemons themselves: what they start for a moment, a shim or a mount, inherits their mark and comes and goes. */
    private static Set<Long> processes() {
        return ProcessTable.marked(cluster.stateDirectory() + ":").stream()
                .filter(FullClusterSystemTest::isDaemon)
                .map(entry -> entry.handle().pid())
                .collect(Collectors.toSet());
    }

    private static boolean isDaemon(ProcessTable.Entry entry) {
        var daemon = entry.mark()
                .substring((cluster.stateDirectory() + ":").length())
                .split(":", 2)[0];
        return entry.command().getFirst().endsWith("/" + (daemon.equals("node") ? "pause" : daemon));
    }
}
