package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.type.TypeReference;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the design documents, with sizes for one node: each becomes ready, with the conditions that they show. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DesignSystemTest {

    private static final String NAMESPACE = "openstack";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @RegisterExtension
    static final Stage STAGE = new Stage("design");

    /** The examples show endpoints with https, and a plane that asks for it; alone they have to ask for it themselves. */
    private static final Map<String, ?> ENCRYPTED = Map.of("tls", Map.of("enabled", true));

    /** Names a class that the design's cluster has; here it is the only storage there is. */
    private static final String STORAGE_CLASS = """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: ceph-rbd}
            provisioner: rancher.io/local-path
            volumeBindingMode: WaitForFirstConsumer
            """;

    /** The example of the other face leaves open where it goes. */
    private static final String NAMESPACE_OF_PLANES = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: openstack}
            """;

    /** As in samples/openstack-core.yaml: the demo's server is reached from this machine. */
    private static final Map<String, ?> WAY_OUT = Map.of(
            "ovn",
            Map.of(
                    "replicas",
                    1,
                    "bridgeMappings",
                    List.of(Map.of("physicalNetwork", "physnet1", "bridge", "br-ex", "uplink", "eth1"))));

    private static final String HYPERVISORS = """
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: NovaCompute
            metadata: {name: hypervisor-cell1, namespace: openstack}
            spec: {novaRef: {name: nova}, cell: cell1}
            """;

    /** Neutron's example calls OVN in another namespace; who runs OVN lets it in. */
    private static final String GRANT = """
            apiVersion: c5c3.io/v1alpha1
            kind: ReferenceGrant
            metadata: {name: networks, namespace: ovn-system}
            spec:
              from: [{group: neutron.openstack.c5c3.io, kind: Neutron, namespace: openstack}]
              to: [{group: ovn.c5c3.io, kind: OVNCluster, name: ovn}]
            """;

    private static final String USERS = """
            apiVersion: v1
            kind: Pod
            metadata: {name: users, namespace: openstack}
            spec:
              restartPolicy: Never
              containers:
                - name: users
                  image: ghcr.io/c5c3/openstackclient:8.2.0
                  env:
                    - {name: OS_AUTH_URL, value: "https://keystone.openstack.svc.cluster.local:5000/v3"}
                    - {name: OS_CACERT, value: /trust/ca.crt}
                    - {name: OS_USERNAME, value: admin}
                    - name: OS_PASSWORD
                      valueFrom: {secretKeyRef: {name: keystone-admin-credentials, key: password}}
                    - {name: OS_PROJECT_NAME, value: admin}
                    - {name: OS_USER_DOMAIN_ID, value: default}
                    - {name: OS_PROJECT_DOMAIN_ID, value: default}
                  volumeMounts: [{name: trust, mountPath: /trust}]
              volumes: [{name: trust, secret: {secretName: keystone-tls}}]
            """;

    private static final List<String> VICTIMS =
            List.of("mariadb-0", "rabbitmq-0", "memcached-0", "ovn-nb-0", "keystone-api-.+");

    @TempDir
    private static Path folder;

    private static KubernetesClient client;

    @Test
    @Order(1)
    void thePlaneBecomesReadyAlthoughWhatItStandsOnIsKilledOnTheWay() throws IOException {
        var up = STAGE.cli()
                .start("up", "--plain", "-f", file("plane", STORAGE_CLASS, OneNode.example("controlplane", Map.of())));
        var killed = new TreeSet<String>();
        while (up.process().isAlive()) {
            VICTIMS.stream()
                    .filter(victim -> !killed.contains(victim) && killIfThere(victim))
                    .forEach(killed::add);
            await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        }
        var result = STAGE.cli().wait(up);
        System.out.println(result.both());
        assertThat(result.exitCode()).as(result.both()).isZero();
        assertThat(killed).containsAll(VICTIMS);
        assertThat(plane().getStatus().endpoint()).startsWith("https://");
    }

    @Test
    @Order(2)
    void itHealsWhenAllOfThemAreKilledAtOnce() {
        var before = VICTIMS.stream().collect(Collectors.toMap(victim -> victim, victim -> uid(victim)));
        VICTIMS.forEach(victim -> assertThat(kill(victim)).as(victim).isTrue());
        await("others are there").atMost(PATIENCE).untilAsserted(() -> {
            for (var victim : VICTIMS) {
                assertThat(pods(victim).filter(Stage::ready).toList())
                        .as(victim)
                        .isNotEmpty()
                        .noneMatch(pod -> pod.getMetadata().getUid().equals(before.get(victim)));
            }
            assertThat(Conditions.ready(plane()))
                    .as(String.valueOf(plane().getStatus()))
                    .isTrue();
        });
        for (var list : List.of("network", "image", "volume", "server")) {
            await("openstack " + list + " list").atMost(PATIENCE).untilAsserted(() -> {
                var answer = STAGE.cli().run("openstack", list, "list");
                assertThat(answer.exitCode()).as(answer.both()).isZero();
            });
        }
    }

    /** While the cluster starts there is no file that says where it is, and then a file but nobody who answers. */
    private static boolean killIfThere(String victim) {
        try {
            client = STAGE.connect();
            return kill(victim);
        } catch (IOException | KubernetesClientException e) {
            return false;
        }
    }

    private static ControlPlane plane() {
        return client.resources(ControlPlane.class)
                .inNamespace(NAMESPACE)
                .withName("production")
                .get();
    }

    private static Stream<Pod> pods(String victim) {
        return client.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getName().matches(victim));
    }

    private static String uid(String victim) {
        return pods(victim).findFirst().orElseThrow().getMetadata().getUid();
    }

    /** Without a chance to say goodbye, as soon as it is of use to others. */
    private static boolean kill(String victim) {
        var found = pods(victim).filter(Stage::ready).toList();
        found.forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
        return !found.isEmpty();
    }

    @Test
    @Order(3)
    void thePlaneLeavesInOrder() {
        leaves(ControlPlane.class, "production");
    }

    /** The other way of asking for a cloud: a server boots on what comes of it, and it leaves as well. */
    @Test
    @Order(4)
    void thePlaneOfTheOtherFaceBecomesReadyAndBootsAServer() throws IOException {
        up("other", NAMESPACE_OF_PLANES, OneNode.example("openstackcontrolplane", WAY_OUT));
        var plane = client.resources(OpenStackControlPlane.class)
                .inNamespace(NAMESPACE)
                .withName("my-cloud")
                .get();
        assertThat(plane.getStatus().endpoint()).startsWith("https://");
        assertThat(STAGE.cli()
                        .run("kubectl", "-n", NAMESPACE, "get", "horizon,openstacknova", "--no-headers")
                        .out()
                        .lines())
                .hasSize(2)
                .allMatch(line -> line.contains(" True "));
        var demo = STAGE.cli().run("demo", "--plain");
        System.out.println(demo.both());
        assertThat(demo.exitCode()).as(demo.both()).isZero();
        assertThat(demo.both()).contains("c5c3-guest address").contains("pings answered");
        leaves(OpenStackControlPlane.class, "my-cloud");
    }

    private static void leaves(Class<? extends HasMetadata> kind, String name) {
        var planes = client.resources(kind).inNamespace(NAMESPACE);
        planes.withName(name).delete();
        await("the plane is gone")
                .atMost(PATIENCE)
                .until(() -> planes.list().getItems().isEmpty());
        client.namespaces().withName(NAMESPACE).delete();
        await("nothing holds the namespace")
                .atMost(PATIENCE)
                .until(() -> client.namespaces().withName(NAMESPACE).get() == null);
    }

    @Test
    @Order(5)
    void theGroundAndTheIdentityServiceBecomeReady() throws IOException {
        up(
                "ground",
                Files.readString(Repository.file("tests/src/test/resources/design/ground.yaml")),
                OneNode.example("memcached", Map.of()),
                OneNode.example("ovncluster", Map.of()),
                OneNode.example("keystone", ENCRYPTED));
        client = STAGE.connect();
        checkConditions("keystone", "ovncluster");
    }

    @Test
    @Order(6)
    void everyServiceBecomesReady() throws IOException {
        logins().forEach((service, login) -> write(service + "-keystone-credentials", login));
        up(
                "services",
                // Neutron's example calls OVN without encryption.
                OneNode.example("ovncluster", Map.of("tls", Map.of("enabled", false))),
                GRANT,
                OneNode.example("glance", ENCRYPTED),
                OneNode.example("placement", ENCRYPTED),
                OneNode.example("neutron", ENCRYPTED),
                OneNode.example("cinder", ENCRYPTED),
                OneNode.example("nova", ENCRYPTED),
                HYPERVISORS,
                OneNode.example("tempest", Map.of()));
        checkConditions("glance", "placement", "neutron", "cinder", "nova");
    }

    private static String file(String name, String... documents) throws IOException {
        var file = folder.resolve(name + ".yaml");
        Files.writeString(file, String.join("\n---\n", documents));
        return file.toString();
    }

    private static void up(String name, String... documents) throws IOException {
        STAGE.up("-f", file(name, documents));
    }

    /** Those that an example shows are there, and as it shows them. */
    private static void checkConditions(String... examples) {
        for (var name : examples) {
            var example = Examples.in(Repository.file("samples/design/" + name + ".yaml"))
                    .getFirst();
            var there = client.resource(example).get();
            for (var shown : Conditions.of(example)) {
                assertThat(Conditions.of(there, shown.getType()))
                        .as("%s %s", name, shown.getType())
                        .hasValueSatisfying(
                                condition -> assertThat(condition.getStatus()).isEqualTo(shown.getStatus()));
            }
        }
    }

    /** As a person without a plane would make them: with OpenStack's own client. */
    private static Map<String, Map<String, String>> logins() throws IOException {
        var script = Files.readString(Repository.file("tests/src/test/resources/design/users.py"));
        var pod = client.resource(pod(script)).create();
        await("the users are made")
                .atMost(PATIENCE)
                .until(() -> List.of("Succeeded", "Failed")
                        .contains(client.resource(pod).get().getStatus().getPhase()));
        var said = client.pods()
                .inNamespace(NAMESPACE)
                .withName(pod.getMetadata().getName())
                .getLog();
        assertThat(client.resource(pod).get().getStatus().getPhase()).as(said).isEqualTo("Succeeded");
        client.resource(pod).delete();
        return Json.MAPPER.readValue(said.lines().toList().getLast(), new TypeReference<>() {});
    }

    private static Pod pod(String script) {
        var pod = Serialization.unmarshal(USERS, Pod.class);
        pod.getSpec().getContainers().getFirst().setCommand(List.of("python3", "-c", script));
        return pod;
    }

    private static void write(String name, Map<String, String> values) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withStringData(values)
                        .build())
                .create();
    }
}
