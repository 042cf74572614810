package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Conditions;
import io.c5c3.infrastructure.sql.MemorySql;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
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

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final MemorySql SQL = new MemorySql();

    private static StandInKubelet kubelet;
    private static Operators operators;

    private KubernetesClient client;
    private String namespace;

    @BeforeAll
    static void start() {
        kubelet = new StandInKubelet(ApiServer.client());
        operators = new Operators(SQL);
    }

    @AfterAll
    static void stop() {
        operators.close();
        kubelet.close();
    }

    @BeforeEach
    void namespace() {
        client = ApiServer.client();
        namespace = ApiServer.namespace();
        // The API server hands out addresses again that an earlier test gave back.
        SQL.forgetServers();
    }

    private <T extends HasMetadata> T apply(Class<T> kind, String name, String spec) {
        var object = Serialization.unmarshal(
                """
                apiVersion: %s
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(HasMetadata.getApiVersion(kind), HasMetadata.getKind(kind), name, namespace, spec),
                io.fabric8.kubernetes.api.model.GenericKubernetesResource.class);
        client.resource(object).fieldManager("person").forceConflicts().serverSideApply();
        return get(kind, name);
    }

    private <T extends HasMetadata> T get(Class<T> kind, String name) {
        return client.resources(kind).inNamespace(namespace).withName(name).get();
    }

    private void awaitReady(Class<? extends HasMetadata> kind, String name) {
        await(kind.getSimpleName() + "/" + name + " is ready").atMost(PATIENCE).untilAsserted(() -> {
            var object = get(kind, name);
            assertThat(object).isNotNull();
            assertThat(Conditions.ready(object))
                    .as(Conditions.of(object).toString())
                    .isTrue();
        });
    }

    private String reason(Class<? extends HasMetadata> kind, String name, String type) {
        var object = get(kind, name);
        return object == null
                ? ""
                : Conditions.of(object, type)
                        .map(condition -> condition.getReason() + ": " + condition.getMessage())
                        .orElse("");
    }

    private void awaitReason(Class<? extends HasMetadata> kind, String name, String type, String... parts) {
        await(name + " says " + String.join(", ", parts))
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(reason(kind, name, type)).contains(parts));
    }

    @Test
    void aPlaneBecomesReadyAndThenNothingIsAskedOrWritten() {
        apply(ControlPlane.class, "plane", "{}");
        awaitReady(ControlPlane.class, "plane");
        var log = new AuditLog(ApiServer.cluster().auditLog());
        // Quiet means that a whole second passes in which the operators ask for nothing.
        await("quiet").atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
            var mark = log.mark();
            await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
            return log.requests(mark, Operators.USER_AGENT).isEmpty();
        });
        var mark = log.mark();
        // A look without anything to do: an annotation of no meaning wakes the operator of each kind.
        for (var object : List.of(
                get(ControlPlane.class, "plane"), get(Keystone.class, "keystone"), get(MariaDB.class, "mariadb"))) {
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
        apply(ControlPlane.class, "plane", "{}");
        awaitReady(ControlPlane.class, "plane");
        client.resources(Deployment.class)
                .inNamespace(namespace)
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
        apply(ControlPlane.class, "plane", "{services: {keystone: {customConfig: {DEFAULT: {debug: 'true'}}}}}");
        await("the new config is rolled out").atMost(PATIENCE).untilAsserted(() -> {
            var deployment = get(Deployment.class, "keystone-api");
            assertThat(deployment.getMetadata().getGeneration()).isGreaterThanOrEqualTo(3);
            assertThat(deployment.getMetadata().getAnnotations()).containsEntry("person", "was here");
            assertThat(deployment.getSpec().getTemplate().getSpec().getContainers())
                    .extracting(container -> container.getName())
                    .contains("sidecar");
        });
        awaitReady(ControlPlane.class, "plane");
    }

    @Test
    void aMissingAnEmptyAndAnIncompleteSecretAreNamed() {
        apply(MariaDB.class, "mariadb", "{}");
        apply(
                Keystone.class,
                "keystone",
                "{database: {secretRef: {name: db-login}}, bootstrap: {adminPasswordSecretRef: {name: admin-login}}}");
        awaitReason(
                Keystone.class,
                "keystone",
                "SecretsReady",
                "WaitingForDBCredentials",
                "Secret/db-login does not exist");
        secret("db-login", Map.of("username", "keystone"));
        awaitReason(
                Keystone.class,
                "keystone",
                "SecretsReady",
                "WaitingForDBCredentials",
                "Secret/db-login lacks password");
        secret("db-login", Map.of("username", "keystone", "password", ""));
        awaitReason(Keystone.class, "keystone", "SecretsReady", "Secret/db-login has an empty value for password");
        secret("db-login", Map.of("username", "keystone", "password", "s3cret-s3cret"));
        awaitReason(
                Keystone.class,
                "keystone",
                "SecretsReady",
                "WaitingForAdminCredentials",
                "Secret/admin-login does not exist");
        secret("admin-login", Map.of("password", "a \"quoted\" $pa%ss' wörd"));
        awaitReady(Keystone.class, "keystone");
    }

    private void secret(String name, Map<String, String> values) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withStringData(values)
                        .build())
                .fieldManager("person")
                .forceConflicts()
                .serverSideApply();
    }

    @Test
    void aMistakeOfTheSpecStopsWithASentenceAndGoesOnWhenItIsMended() {
        apply(
                ControlPlane.class,
                "plane",
                "{services: {keystone: {customConfig: {database: {connection: 'mysql://x'}}}}}");
        awaitReason(Keystone.class, "keystone", "ConfigReady", "OptionOwnedByOperator", "[database] connection");
        apply(ControlPlane.class, "plane", "{services: {keystone: {fernet: {rotationSchedule: '99 0 * * 0'}}}}");
        awaitReason(Keystone.class, "keystone", "Ready", "InvalidSchedule");
        apply(ControlPlane.class, "plane", "{}");
        awaitReady(ControlPlane.class, "plane");
    }

    @Test
    void theYoungerOfTwoPlanesWaits() {
        apply(ControlPlane.class, "first", "{}");
        await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
        apply(ControlPlane.class, "second", "{}");
        awaitReason(ControlPlane.class, "second", "Accepted", "DuplicateControlPlane", "ControlPlane/first");
        awaitReady(ControlPlane.class, "first");
        client.resources(ControlPlane.class)
                .inNamespace(namespace)
                .withName("first")
                .delete();
        awaitReady(ControlPlane.class, "second");
    }

    @Test
    void deletingAPlaneWithItsFinalizersLeavesOnlyData() {
        apply(ControlPlane.class, "plane", "{}");
        awaitReady(ControlPlane.class, "plane");
        var before = generated();
        client.resources(ControlPlane.class)
                .inNamespace(namespace)
                .withName("plane")
                .delete();
        await("the plane is gone").atMost(PATIENCE).until(() -> get(ControlPlane.class, "plane") == null);
        assertThat(get(Keystone.class, "keystone")).isNull();
        assertThat(get(MariaDB.class, "mariadb")).isNull();
        assertThat(generated()).isEqualTo(before);
    }

    @Test
    void aFinalizerDoesNotHangForWhatIsGoneAlready() {
        apply(ControlPlane.class, "plane", "{deletionPolicy: Delete}");
        awaitReady(ControlPlane.class, "plane");
        client.resources(MariaDB.class)
                .inNamespace(namespace)
                .withName("mariadb")
                .delete();
        client.resources(ControlPlane.class)
                .inNamespace(namespace)
                .withName("plane")
                .delete();
        await("the plane is gone").atMost(PATIENCE).until(() -> get(ControlPlane.class, "plane") == null);
    }

    private Map<String, Object> generated() {
        var values = new TreeMap<String, Object>();
        for (var name : List.of(
                "keystone-admin-credentials", "keystone-db-credentials", "mariadb-root", "keystone-fernet-keys")) {
            values.put(name, get(Secret.class, name).getData());
        }
        return values;
    }
}
