package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Conditions;
import io.c5c3.tests.Repository;
import io.c5c3.tests.apiserver.AuditLog;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From an empty machine to a real Keystone, and what a person or an accident may do to it afterwards. */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IdentitySystemTest {

    private static final String NAMESPACE = "openstack";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String OPERATOR = "system:serviceaccount:c5c3-system:c5c3-operator";

    private static final String SAMPLE =
            Repository.file("samples/identity.yaml").toString();

    @RegisterExtension
    static final Stage STAGE = new Stage("verify");

    private static final Cli CLI = STAGE.cli();
    private static KubernetesClient client;
    private static Map<String, Object> values;

    @Test
    @Order(1)
    void upMakesAReadyPlaneAlthoughTheOperatorIsKilledOnTheWay() throws IOException {
        var up = CLI.start("up", "--plain", "-f", SAMPLE);
        var kills = 0;
        var mark = 0;
        // The first time as soon as it runs, then whenever another part of the plane has come up.
        while (up.process().isAlive() && kills < 3) {
            var parts = readyParts();
            if (parts >= mark && kill()) {
                kills++;
                mark = parts + 1;
            }
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
        }
        var result = CLI.wait(up);
        System.out.println(result.both());
        assertThat(result.exitCode()).as(result.both()).isZero();
        assertThat(kills).isPositive();
        client = STAGE.connect();
        assertThat(Conditions.ready(plane())).isTrue();
        assertThat(plane().getStatus().endpoint()).isEqualTo("http://keystone.openstack.svc.cluster.local:5000");
        new BringUp(client, plane()).figures(operator()).forEach(System.out::println);
        values = generated();
    }

    /** The plane may have been finished when it was killed for the last time; then it still rests. */
    private static long operator() {
        return await("the operator runs")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(CLI::operatorPids, pids -> !pids.isEmpty())
                .getFirst();
    }

    private static int readyParts() {
        var status = CLI.run("status", "-o", "json");
        return status.exitCode() == 0
                ? (status.out().length()
                                - status.out().replace("\"ready\" : true", "").length())
                        / 14
                : 0;
    }

    private static boolean kill() {
        return CLI.operatorPids().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .anyMatch(ProcessHandle::destroyForcibly);
    }

    private static ControlPlane plane() {
        return client.resources(ControlPlane.class)
                .inNamespace(NAMESPACE)
                .withName("identity")
                .get();
    }

    private static <T extends HasMetadata> T get(Class<T> kind, String name) {
        return client.resources(kind).inNamespace(NAMESPACE).withName(name).get();
    }

    private static Map<String, Object> generated() {
        var all = new TreeMap<String, Object>();
        for (var name : List.of(
                "keystone-admin-credentials",
                "keystone-db-credentials",
                "mariadb-root",
                "keystone-fernet-keys",
                "keystone-credential-keys")) {
            all.put(name, get(Secret.class, name).getData());
        }
        return all;
    }

    private static void awaitReady() {
        await("the plane is ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    assertThat(Conditions.ready(get(Keystone.class, "keystone")))
                            .isTrue();
                    assertThat(Conditions.ready(plane()))
                            .as(String.valueOf(plane().getStatus()))
                            .isTrue();
                });
    }

    @Test
    @Order(2)
    void theRealClientLogsIn() {
        var token = CLI.run("openstack", "token", "issue", "-f", "value", "-c", "id");
        assertThat(token.exitCode()).as(token.both()).isZero();
        assertThat(token.out().strip()).startsWith("gAAAAA");
        var catalog = CLI.run("openstack", "catalog", "list");
        assertThat(catalog.out()).contains("keystone").contains("identity").contains("RegionOne");
    }

    /** By somebody who may write into the cache; a stranger is told nothing at all. */
    @Test
    @Order(2)
    void nothingThatIsPlantedInTheCacheIsBelieved() throws IOException {
        String script;
        try (var file = getClass().getResourceAsStream("plant.py")) {
            script = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
        var planted = inKeystone("python", "-c", script);
        assertThat(planted.exitCode()).as(planted.both()).isZero();
        assertThat(planted.out()).containsPattern("planted [1-9]").doesNotContain("told");
        var login = CLI.run("openstack", "token", "issue");
        assertThat(login.exitCode()).as(login.both()).isZero();
        assertThat(inKeystone("test", "!", "-e", "/tmp/ran").exitCode()).isZero();
    }

    private static Cli.Result inKeystone(String... command) {
        return CLI.run(Cli.inside(NAMESPACE, "deploy/keystone-api", command));
    }

    @Test
    @Order(3)
    void upAgainChangesNothing() {
        awaitOperator();
        var log = new AuditLog(STAGE.cluster().auditLog());
        var mark = log.mark();
        var again = CLI.run("up", "--plain", "-f", SAMPLE);
        assertThat(again.exitCode()).as(again.both()).isZero();
        assertThat(again.both()).contains("Nothing to do");
        assertThat(writes(log.requests(mark, "fabric8"))).isEmpty();
        assertThat(log.requests(mark, OPERATOR)).isEmpty();
    }

    /** After the kills before it may still be resting; what it asks when it comes back belongs to its start. */
    private static void awaitOperator() {
        await("the operator is ready")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.apps()
                                .deployments()
                                .inNamespace("c5c3-system")
                                .withName("c5c3-operator")
                                .get()
                                .getStatus()
                                .getAvailableReplicas())
                        .isEqualTo(1));
    }

    private static String operatorLog(String words) {
        return client.apps()
                .deployments()
                .inNamespace("c5c3-system")
                .withName("c5c3-operator")
                .getLog()
                .lines()
                .filter(line -> line.contains(words))
                .findFirst()
                .orElse("");
    }

    private static List<String> writes(List<String> requests) {
        return requests.stream()
                .filter(request ->
                        !request.startsWith("get ") && !request.startsWith("list ") && !request.contains("selfsubject"))
                .toList();
    }

    @Test
    @Order(4)
    void aKilledOperatorComesBackAndAsksForNothingNew() {
        assertThat(kill()).isTrue();
        awaitOperator();
        awaitReady();
        assertThat(generated()).isEqualTo(values);
        await("the operator has looked")
                .atMost(PATIENCE)
                .until(() -> operatorLog("First look"), line -> !line.isEmpty());
        System.out.println(operatorLog("First look"));
    }

    @Test
    @Order(5)
    void anAdministratorsPasswordMayHoldAnything() {
        var password = "it's a \"pass\" $word $(x) %s % \\ ünïcødé 日本";
        patch(Secret.class, "keystone-admin-credentials", Map.of("data", Map.of("password", base64(password))));
        await("the new password works")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> {
                    var token = CLI.run("openstack", "token", "issue", "-f", "value", "-c", "id");
                    assertThat(token.exitCode()).as(token.both()).isZero();
                    var clouds = new String(
                            Base64.getDecoder()
                                    .decode(get(Secret.class, "identity-clouds-yaml")
                                            .getData()
                                            .get("clouds.yaml")),
                            StandardCharsets.UTF_8);
                    assertThat(Serialization.unmarshal(clouds, Map.class).toString())
                            .contains(password);
                });
        var wrong = CLI.run("openstack", "--os-password", "wrong", "token", "issue");
        assertThat(wrong.exitCode()).isNotZero();
        awaitReady();
        values = generated();
    }

    @Test
    @Order(6)
    void keysRotateWithoutARestartAndTokensStayValid() {
        var restarts = KeystonePods.restarts(client, NAMESPACE);
        var old = CLI.run("openstack", "token", "issue", "-f", "value", "-c", "id")
                .out()
                .strip();
        rotate("test-1");
        // Keystone can only revoke a token that it can still read.
        var revoked = CLI.run("openstack", "token", "revoke", old);
        assertThat(revoked.exitCode()).as(revoked.both()).isZero();
        // Held back until every pod has shown that it has the keys of the first.
        rotate("test-2");
        assertThat(CLI.run("openstack", "token", "issue").exitCode()).isZero();
        assertThat(KeystonePods.restarts(client, NAMESPACE)).isEqualTo(restarts);
        awaitReady();
        values = generated();
    }

    private static void rotate(String request) {
        var keys = get(Secret.class, "keystone-fernet-keys").getData();
        patch(
                Keystone.class,
                "keystone",
                Map.of("metadata", Map.of("annotations", Map.of("c5c3.io/rotate-fernet-keys", request))));
        await("the keys have rotated")
                .atMost(PATIENCE)
                .until(() ->
                        !get(Secret.class, "keystone-fernet-keys").getData().equals(keys));
    }

    @Test
    @Order(7)
    void whateverIsDeletedIsHealedWithTheSameValues() {
        client.resources(Secret.class)
                .inNamespace(NAMESPACE)
                .withName("keystone-fernet-keys")
                .delete();
        client.resources(Secret.class)
                .inNamespace(NAMESPACE)
                .withName("mariadb-root")
                .delete();
        client.resources(Secret.class)
                .inNamespace(NAMESPACE)
                .withName("keystone-db-connection")
                .delete();
        client.resources(StatefulSet.class)
                .inNamespace(NAMESPACE)
                .withName("mariadb")
                .delete();
        await("all is back")
                .atMost(PATIENCE)
                .until(() -> get(Secret.class, "keystone-fernet-keys") != null
                        && get(Secret.class, "mariadb-root") != null
                        && get(StatefulSet.class, "mariadb") != null);
        awaitReady();
        assertThat(generated()).isEqualTo(values);
        await("logins work")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> CLI.run("openstack", "token", "issue").exitCode() == 0);
    }

    @Test
    @Order(8)
    void aPolicyThatDoesNotParseNeverReachesThePods() {
        var restarts = KeystonePods.restarts(client, NAMESPACE);
        policy(Map.of("identity:list_users", "role:admin or"));
        await("the policy is refused")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Conditions.of(get(Keystone.class, "keystone"), "PolicyValidReady"))
                        .hasValueSatisfying(condition -> {
                            assertThat(condition.getReason()).isEqualTo("PolicyValidationFailed");
                            assertThat(condition.getMessage()).contains("Failed to parse rule: role:admin or");
                        }));
        assertThat(KeystonePods.restarts(client, NAMESPACE)).isEqualTo(restarts);
        assertThat(CLI.run("openstack", "token", "issue").exitCode()).isZero();
        policy(null);
        awaitReady();
    }

    private static void policy(@Nullable Map<String, String> rules) {
        var overrides = new TreeMap<String, Object>();
        overrides.put("policyOverrides", rules == null ? null : Map.of("rules", rules));
        patch(ControlPlane.class, "identity", Map.of("spec", Map.of("services", Map.of("keystone", overrides))));
    }

    /** With the Secrets of an older snapshot nobody knows root's password; the server takes it from the Secret when it starts. */
    @Test
    @Order(9)
    void rootsPasswordOfAnOlderSnapshotIsTaken() {
        var older = List.of(get(Secret.class, "mariadb-root"), get(Secret.class, "mariadb-root-backup"));
        patch(Secret.class, "mariadb-root", Map.of("data", Map.of("password", base64("a newer one"))));
        await("the newer password is in force and written down")
                .atMost(PATIENCE)
                .until(() -> get(Secret.class, "mariadb-root-backup")
                                .getData()
                                .equals(get(Secret.class, "mariadb-root").getData())
                        && Conditions.ready(get(MariaDB.class, "mariadb")));
        assertThat(rootMayEnter()).isTrue();
        scaleOperator(0);
        older.forEach(secret -> patch(Secret.class, secret.getMetadata().getName(), Map.of("data", secret.getData())));
        scaleOperator(1);
        await("root enters with the older password")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(IdentitySystemTest::rootMayEnter);
        awaitReady();
        assertThat(generated()).isEqualTo(values);
    }

    private static boolean rootMayEnter() {
        var password = new String(
                Base64.getDecoder()
                        .decode(get(Secret.class, "mariadb-root").getData().get("password")),
                StandardCharsets.UTF_8);
        return CLI.run(Cli.inside(
                                NAMESPACE,
                                "mariadb-0",
                                "mariadb",
                                "-h127.0.0.1",
                                "-uroot",
                                "-p" + password,
                                "-e",
                                "SELECT 1"))
                        .exitCode()
                == 0;
    }

    private static void scaleOperator(int replicas) {
        var operator = client.apps().deployments().inNamespace("c5c3-system").withName("c5c3-operator");
        operator.scale(replicas);
        operator.waitUntilCondition(
                there ->
                        replicas == Objects.requireNonNullElse(there.getStatus().getReadyReplicas(), 0),
                PATIENCE.toSeconds(),
                TimeUnit.SECONDS);
    }

    /** Nothing begins on an empty volume; when the data is back, all goes on. */
    @Test
    @Order(10)
    void aDatabaseWhoseVolumeIsEmptyIsCalledLostAndGoesOnWhenItIsRestored() {
        assertThat(CLI.run("openstack", "project", "create", "kept").exitCode()).isZero();
        var data = new Volume(client, NAMESPACE, "data-mariadb-0");
        losses().without(List.of("mariadb-0"), data::takeAway);
        losses().lost(MariaDB.class, "mariadb");
        assertThat(CLI.run("openstack", "token", "issue").exitCode())
                .as("there is no database")
                .isNotZero();
        losses().without(List.of("mariadb-0"), data::bringBack);
        awaitReady();
        assertThat(CLI.run("openstack", "project", "show", "kept").exitCode()).isZero();
    }

    private static Losses losses() {
        return new Losses(client, NAMESPACE);
    }

    @Test
    @Order(11)
    void aDatabaseWithoutItsVolumeBeginsAnewOnlyWhenAPersonSaysSo() {
        losses().deleteClaim("mariadb-0");
        var message = losses().lost(MariaDB.class, "mariadb");
        System.out.println(message);
        losses().startEmpty(MariaDB.class, "mariadb", message);
        awaitReady();
        await("logins work")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> CLI.run("openstack", "token", "issue").exitCode() == 0);
        assertThat(CLI.run("openstack", "project", "show", "kept").exitCode())
                .as("it began anew")
                .isNotZero();
        assertThat(generated()).isEqualTo(values);
    }

    /** Without the plane being asked first: a dying namespace takes everything at once, in no order. */
    @Test
    @Order(12)
    void aNamespaceGoesWithThePlaneThatIsInIt() {
        var log = new AuditLog(STAGE.cluster().auditLog());
        var mark = log.mark();
        client.namespaces().withName(NAMESPACE).delete();
        await("nothing holds the namespace")
                .atMost(PATIENCE)
                .until(() -> client.namespaces().withName(NAMESPACE).get() == null);
        assertThat(log.requests(mark, OPERATOR)).noneMatch(request -> request.startsWith("create secrets/"));
    }

    @Test
    @Order(13)
    void purgeLeavesNothing() {
        var result = STAGE.purge();
        assertThat(result.exitCode()).as(result.both()).isZero();
        assertThat(STAGE.cluster().stateDirectory()).doesNotExist();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .orElse("")
                                .contains(STAGE.cluster().stateDirectory() + "/")))
                .isEmpty();
    }

    private static void patch(Class<? extends HasMetadata> kind, String name, Map<String, ?> change) {
        var json = new com.fasterxml.jackson.databind.ObjectMapper()
                .valueToTree(change)
                .toString();
        client.resources(kind).inNamespace(NAMESPACE).withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
