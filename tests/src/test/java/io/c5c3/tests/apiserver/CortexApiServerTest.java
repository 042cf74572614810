package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.cortex.Cortex;
import io.c5c3.app.Connections;
import io.c5c3.engine.SentTo;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A Cortex on a real API server, from nothing to nothing. */
@ExtendWith(ApiServer.class)
class CortexApiServerTest {

    /** As the design shows it, without what it depends on. */
    private static final String SPEC = """
            {replicas: 2,
             database: {secretRef: {name: cortex-db-credentials}, database: cortex},
             keystone: {authUrl: 'http://keystone:5000/v3', appCredentialRef: {name: cortex-app-credential-secret}},
             pipelines: {nova: {enabled: true, filters: [{name: AvailabilityZoneFilter}], weighers: [{name: RAMWeigher, weight: 1.0}]},
                         cinder: {enabled: true}},
             datasources: {prometheus: {enabled: true, endpoint: 'http://prometheus.monitoring:9090'}, nova: {enabled: true}},
             customConfig: {kpis: {plugins: [{name: vm_life_span_kpi}]}}}""";

    private static StandInKubelet kubelet;
    private static Operators operators;

    private TestNamespace namespace;

    @BeforeAll
    static void start() {
        kubelet = new StandInKubelet(ApiServer.client());
        operators = new Operators(Connections.memory());
    }

    @AfterAll
    static void stop() {
        operators.close();
        kubelet.close();
    }

    @BeforeEach
    void namespace() {
        namespace = TestNamespace.create();
    }

    @Test
    void becomesReadyAndLeavesItsDataBehind() {
        namespace.apply(Cortex.class, "cortex", SPEC);
        namespace.awaitReason(
                Cortex.class,
                "cortex",
                "SecretsReady",
                "WaitingForKeystoneCredentials",
                "cortex-app-credential-secret");
        namespace.secret(
                "cortex-app-credential-secret",
                Map.of("application_credential_id", "c0ffee", "application_credential_secret", "hush"));
        namespace.awaitReady(Cortex.class, "cortex");
        var status = namespace.get(Cortex.class, "cortex").getStatus();
        assertThat(status.activePipelines()).containsExactly("nova", "cinder");
        assertThat(status.endpoint()).isEqualTo("http://cortex." + namespace.name() + ".svc.cluster.local:8080");
        assertThat(namespace.get(Deployment.class, "cortex-syncer")).isNotNull();
        assertThat(conf()).contains("vm_life_span_kpi").contains("RAMWeigher");
        var login = namespace.get(Secret.class, "cortex-db-credentials").getData();

        namespace.delete(Cortex.class, "cortex");
        namespace.awaitGone(Cortex.class, "cortex");
        namespace.awaitGone(StatefulSet.class, "cortex-postgresql");
        namespace.awaitGone(Secret.class, "cortex-secrets");
        assertThat(namespace.get(PersistentVolumeClaim.class, "data-cortex-postgresql-0"))
                .isNotNull();
        assertThat(namespace.get(Secret.class, "cortex-db-credentials").getData())
                .isEqualTo(login);

        namespace.apply(Cortex.class, "cortex", SPEC);
        namespace.awaitReady(Cortex.class, "cortex");
        assertThat(namespace.get(Secret.class, "cortex-db-credentials").getData())
                .isEqualTo(login);
    }

    @Test
    void theDatabaseDoesNotShrinkAndIsKeptWhereAnotherIsUsed() {
        namespace.secret(
                "cortex-keystone-credentials",
                Map.of("application_credential_id", "c0ffee", "application_credential_secret", "hush"));
        namespace.apply(
                Cortex.class,
                "cortex",
                "{keystone: {authUrl: 'http://keystone:5000/v3'}, database: {server: {storageSize: 2Gi}}}");
        namespace.awaitReady(Cortex.class, "cortex");
        namespace.apply(
                Cortex.class,
                "cortex",
                "{keystone: {authUrl: 'http://keystone:5000/v3'}, database: {server: {storageSize: 1Gi}}}");
        namespace.awaitReason(Cortex.class, "cortex", "StorageReady", "StorageShrinks", "write 2Gi or more");
        // Whoever keeps the password says where it may be sent.
        ApiServer.client()
                .secrets()
                .inNamespace(namespace.name())
                .withName("cortex-db-credentials")
                .edit(secret -> secret.edit()
                        .editMetadata()
                        .addToAnnotations(SentTo.ALLOWED, "db.example.com")
                        .endMetadata()
                        .build());
        namespace.apply(
                Cortex.class,
                "cortex",
                "{keystone: {authUrl: 'http://keystone:5000/v3'}, database: {host: db.example.com}}");
        namespace.awaitReady(Cortex.class, "cortex");
        await("the server of its own is gone")
                .atMost(TestNamespace.PATIENCE)
                .until(() -> namespace.get(StatefulSet.class, "cortex-postgresql") == null);
        assertThat(namespace.get(PersistentVolumeClaim.class, "data-cortex-postgresql-0"))
                .isNotNull();
    }

    private String conf() {
        return ApiServer.client().configMaps().inNamespace(namespace.name()).list().getItems().stream()
                .filter(map -> map.getMetadata().getName().startsWith("cortex-config-"))
                .findFirst()
                .map(ConfigMap::getData)
                .orElseThrow()
                .get("conf.json");
    }
}
