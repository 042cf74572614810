package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.app.Connections;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Planes on the real API server, with every operator in this process. */
@ExtendWith(ApiServer.class)
class PlaneApiServerTest {

    private static final MemorySql SQL = new MemorySql();

    private static StandInKubelet kubelet;
    private static Operators operators;

    private KubernetesClient client;
    private TestNamespace namespace;

    @BeforeAll
    static void start() {
        kubelet = new StandInKubelet(ApiServer.client());
        operators = new Operators(Connections.memory().with(Sql.class, SQL));
    }

    @AfterAll
    static void stop() {
        operators.close();
        kubelet.close();
    }

    @BeforeEach
    void namespace() {
        client = ApiServer.client();
        namespace = TestNamespace.create();
        // The API server hands out addresses again that an earlier test gave back.
        SQL.forgetServers();
    }

    @Test
    void aPlaneBecomesReadyAndThenNothingIsAskedOrWritten() {
        namespace.apply(ControlPlane.class, "plane", "{}");
        namespace.awaitReady(ControlPlane.class, "plane");
        var log = new AuditLog(ApiServer.cluster().auditLog());
        // Quiet means that a whole second passes in which the operators ask for nothing.
        await("quiet")
                .atMost(TestNamespace.PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    var mark = log.mark();
                    await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
                    return log.requests(mark, Operators.USER_AGENT).isEmpty();
                });
        var mark = log.mark();
        // A look without anything to do: an annotation of no meaning wakes the operator of each kind.
        for (var object : List.of(
                namespace.get(ControlPlane.class, "plane"),
                namespace.get(Keystone.class, "keystone"),
                namespace.get(MariaDB.class, "mariadb"))) {
            client.resource(object)
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"metadata\":{\"annotations\":{\"look\":\"again\"}}}");
        }
        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
        assertThat(log.requests(mark, Operators.USER_AGENT)).isEmpty();
    }

    @Test
    void fieldsOfOthersSurvive() {
        namespace.apply(ControlPlane.class, "plane", "{}");
        namespace.awaitReady(ControlPlane.class, "plane");
        client.resources(Deployment.class)
                .inNamespace(namespace.name())
                .withName("keystone-api")
                .edit(deployment -> new DeploymentBuilder(deployment)
                        .editMetadata()
                        .addToAnnotations("person", "was here")
                        .endMetadata()
                        .editSpec()
                        .editTemplate()
                        .editSpec()
                        .addNewContainer()
                        .withName("sidecar")
                        .withImage("sidecar:1")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build());
        namespace.apply(
                ControlPlane.class, "plane", "{services: {keystone: {customConfig: {DEFAULT: {debug: 'true'}}}}}");
        await("the new config is rolled out").atMost(TestNamespace.PATIENCE).untilAsserted(() -> {
            var deployment = namespace.get(Deployment.class, "keystone-api");
            assertThat(deployment.getMetadata().getGeneration()).isGreaterThanOrEqualTo(3);
            assertThat(deployment.getMetadata().getAnnotations()).containsEntry("person", "was here");
            assertThat(deployment.getSpec().getTemplate().getSpec().getContainers())
                    .extracting(container -> container.getName())
                    .contains("sidecar");
        });
        namespace.awaitReady(ControlPlane.class, "plane");
    }

    @Test
    void aMissingAnEmptyAndAnIncompleteSecretAreNamed() {
        namespace.apply(MariaDB.class, "mariadb", "{}");
        namespace.apply(
                Keystone.class,
                "keystone",
                "{database: {secretRef: {name: db-login}}, bootstrap: {adminPasswordSecretRef: {name: admin-login}}}");
        namespace.awaitReason(
                Keystone.class,
                "keystone",
                "SecretsReady",
                "WaitingForDBCredentials",
                "Secret/db-login does not exist");
        namespace.secret("db-login", Map.of("username", "keystone"));
        namespace.awaitReason(
                Keystone.class,
                "keystone",
                "SecretsReady",
                "WaitingForDBCredentials",
                "Secret/db-login lacks password");
        namespace.secret("db-login", Map.of("username", "keystone", "password", ""));
        namespace.awaitReason(
                Keystone.class, "keystone", "SecretsReady", "Secret/db-login has an empty value for password");
        namespace.secret("db-login", Map.of("username", "keystone", "password", "s3cret-s3cret"));
        namespace.awaitReason(
                Keystone.class,
                "keystone",
                "SecretsReady",
                "WaitingForAdminCredentials",
                "Secret/admin-login does not exist");
        namespace.secret("admin-login", Map.of("password", "a \"quoted\" $pa%ss' wörd"));
        namespace.awaitReady(Keystone.class, "keystone");
    }

    @Test
    void aMistakeOfTheSpecStopsWithASentenceAndGoesOnWhenItIsMended() {
        namespace.apply(
                ControlPlane.class,
                "plane",
                "{services: {keystone: {customConfig: {database: {connection: 'mysql://x'}}}}}");
        namespace.awaitReason(
                Keystone.class, "keystone", "ConfigReady", "OptionOwnedByOperator", "[database] connection");
        namespace.apply(
                ControlPlane.class, "plane", "{services: {keystone: {fernet: {rotationSchedule: '99 0 * * 0'}}}}");
        namespace.awaitReason(Keystone.class, "keystone", "Ready", "InvalidSchedule");
        namespace.apply(ControlPlane.class, "plane", "{}");
        namespace.awaitReady(ControlPlane.class, "plane");
    }

    @Test
    void theYoungerOfTwoPlanesWaits() {
        namespace.apply(ControlPlane.class, "first", "{}");
        await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
        namespace.apply(ControlPlane.class, "second", "{}");
        namespace.awaitReason(ControlPlane.class, "second", "Accepted", "DuplicateControlPlane", "ControlPlane/first");
        namespace.awaitReady(ControlPlane.class, "first");
        namespace.delete(ControlPlane.class, "first");
        namespace.awaitReady(ControlPlane.class, "second");
    }

    @Test
    void deletingAPlaneWithItsFinalizersLeavesOnlyData() {
        namespace.apply(ControlPlane.class, "plane", "{}");
        namespace.awaitReady(ControlPlane.class, "plane");
        var before = generated();
        namespace.delete(ControlPlane.class, "plane");
        namespace.awaitGone(ControlPlane.class, "plane");
        assertThat(namespace.get(Keystone.class, "keystone")).isNull();
        assertThat(namespace.get(MariaDB.class, "mariadb")).isNull();
        assertThat(generated()).isEqualTo(before);
    }

    @Test
    void aFinalizerDoesNotHangForWhatIsGoneAlready() {
        namespace.apply(ControlPlane.class, "plane", "{deletionPolicy: Delete}");
        namespace.awaitReady(ControlPlane.class, "plane");
        namespace.delete(MariaDB.class, "mariadb");
        namespace.delete(ControlPlane.class, "plane");
        namespace.awaitGone(ControlPlane.class, "plane");
    }

    private Map<String, Object> generated() {
        var values = new TreeMap<String, Object>();
        for (var name : List.of(
                "keystone-admin-credentials", "keystone-db-credentials", "mariadb-root", "keystone-fernet-keys")) {
            values.put(name, namespace.get(Secret.class, name).getData());
        }
        return values;
    }
}
