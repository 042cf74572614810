package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.app.Connections;
import io.c5c3.engine.Owner;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
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

/** On the real API server, with every operator: what a resource did not make, it neither changes nor deletes. */
@ExtendWith(ApiServer.class)
class OwnershipApiServerTest {

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
        SQL.forgetServers();
    }

    /** What a person writes, as the API server then has it. */
    private <T extends HasMetadata> T persons(Class<T> kind, String yaml) {
        // What begins with a brace would be read as JSON.
        var object = Serialization.unmarshal("---\n" + yaml, kind);
        object.getMetadata().setNamespace(namespace.name());
        return client.resource(object).create();
    }

    private void assertUntouched(HasMetadata object) {
        var there = client.resource(object).get();
        assertThat(there).isNotNull();
        assertThat(there.getMetadata().getUid()).isEqualTo(object.getMetadata().getUid());
        assertThat(there.getMetadata().getResourceVersion())
                .isEqualTo(object.getMetadata().getResourceVersion());
    }

    private Service personsService(String name) {
        return persons(Service.class, """
            {apiVersion: v1, kind: Service, metadata: {name: %s},
             spec: {clusterIP: None, selector: {app: mine}, ports: [{name: mine, port: 80}]}}
            """.formatted(name));
    }

    private void wake(Class<? extends HasMetadata> kind, String name) {
        client.resources(kind)
                .inNamespace(namespace.name())
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"annotations\": {\"example.org/look\": \"again\"}}}");
    }

    @Test
    void aPersonsServiceIsLeftAloneUntilItIsHandedOver() {
        var service = personsService("cache");
        namespace.apply(Memcached.class, "cache", "{}");
        namespace.awaitReason(
                Memcached.class, "cache", "Ready", "NameTaken", "Service/cache was not made by this operator");
        assertUntouched(service);
        client.services()
                .inNamespace(namespace.name())
                .withName("cache")
                .edit(found -> found.edit()
                        .editMetadata()
                        .addToAnnotations(Owner.ADOPTION, "Memcached/cache")
                        .endMetadata()
                        .build());
        wake(Memcached.class, "cache");
        namespace.awaitReady(Memcached.class, "cache");
        assertThat(Owner.on(namespace.get(Service.class, "cache")))
                .map(Owner::toString)
                .contains("Memcached/cache in the namespace " + namespace.name());
    }

    @Test
    void aPersonsPrivateKeyIsNotOverwritten() {
        var secret = persons(Secret.class, """
            {apiVersion: v1, kind: Secret, metadata: {name: cache-tls}, type: kubernetes.io/tls,
             data: {tls.crt: bWluZQ==, tls.key: bWluZQ==}}
            """);
        namespace.apply(Memcached.class, "cache", "{security: {tls: {enabled: true}}}");
        namespace.awaitReason(Memcached.class, "cache", "Ready", "NameTaken", "Secret/cache-tls");
        namespace.delete(Memcached.class, "cache");
        namespace.awaitGone(Memcached.class, "cache");
        assertUntouched(secret);
    }

    @Test
    void aPersonsJobAndDeploymentAreLeftAlone() {
        var pod =
                "{spec: {restartPolicy: %s, containers: [{name: mine, image: mine}]}, metadata: {labels: {app: mine}}}";
        var job = persons(Job.class, """
            {apiVersion: batch/v1, kind: Job, metadata: {name: keystone-db-sync},
             spec: {suspend: true, template: %s}}
            """.formatted(pod.formatted("Never")));
        var deployment = persons(Deployment.class, """
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: keystone-api},
             spec: {replicas: 0, selector: {matchLabels: {app: mine}}, template: %s}}
            """.formatted(pod.formatted("Always")));
        namespace.apply(ControlPlane.class, "plane", "{}");
        namespace.awaitReason(Keystone.class, "keystone", "Ready", "NameTaken", "Job/keystone-db-sync");
        assertThat(client.resource(job).get().getSpec()).isEqualTo(job.getSpec());
        namespace.delete(Job.class, "keystone-db-sync");
        wake(Keystone.class, "keystone");
        namespace.awaitReason(Keystone.class, "keystone", "Ready", "NameTaken", "Deployment/keystone-api");
        assertThat(client.resource(deployment).get().getSpec()).isEqualTo(deployment.getSpec());
        assertThat(client.resource(deployment).get().getMetadata().getLabels()).isNullOrEmpty();
        namespace.delete(ControlPlane.class, "plane");
        namespace.awaitGone(ControlPlane.class, "plane");
        assertThat(namespace.get(Deployment.class, "keystone-api").getMetadata().getUid())
                .isEqualTo(deployment.getMetadata().getUid());
    }

    /** The object itself and everything that holds a key of it. */
    private Map<String, String> versions(List<Class<? extends HasMetadata>> kinds) {
        var versions = new TreeMap<String, String>();
        for (var kind : kinds) {
            client.resources(kind)
                    .inNamespace(namespace.name())
                    .list()
                    .getItems()
                    .forEach(object -> versions.put(
                            object.getKind() + "/" + object.getMetadata().getName(),
                            object.getMetadata().getUid() + " "
                                    + object.getMetadata().getGeneration()));
        }
        return versions;
    }

    @Test
    void aRefusedPlaneTakesNothingDown() {
        namespace.apply(ControlPlane.class, "first", "{}");
        await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
        namespace.apply(ControlPlane.class, "second", "{deletionPolicy: Delete}");
        namespace.awaitReason(ControlPlane.class, "second", "Accepted", "DuplicateControlPlane");
        namespace.awaitReady(ControlPlane.class, "first");
        List<Class<? extends HasMetadata>> kinds =
                List.of(MariaDB.class, Memcached.class, Keystone.class, Secret.class, StatefulSet.class, Service.class);
        var before = versions(kinds);
        namespace.delete(ControlPlane.class, "second");
        namespace.awaitGone(ControlPlane.class, "second");
        assertThat(versions(kinds)).isEqualTo(before);
        namespace.awaitReady(ControlPlane.class, "first");
    }

    @Test
    void oneOfSeveralGoesAndTheOthersStay() {
        var other = TestNamespace.create();
        namespace.apply(Memcached.class, "one", "{}");
        namespace.apply(Memcached.class, "two", "{}");
        other.apply(Memcached.class, "one", "{}");
        for (var name : List.of("one", "two")) {
            namespace.awaitReady(Memcached.class, name);
        }
        other.awaitReady(Memcached.class, "one");
        var kept = namespace.get(Service.class, "two").getMetadata().getUid();
        var elsewhere = other.get(Service.class, "one").getMetadata().getUid();
        namespace.delete(Memcached.class, "one");
        namespace.awaitGone(Memcached.class, "one");
        namespace.awaitReady(Memcached.class, "two");
        assertThat(namespace.get(Service.class, "two").getMetadata().getUid()).isEqualTo(kept);
        assertThat(other.get(Service.class, "one").getMetadata().getUid()).isEqualTo(elsewhere);
    }

    /** Ours is deleted, and a person's takes the name before we look again. */
    @Test
    void whatCameByTheNameOfOursIsNotOverwritten() {
        namespace.apply(Memcached.class, "cache", "{}");
        namespace.awaitReady(Memcached.class, "cache");
        // Both in one request would be simpler; so the operator may come first, and then there is another try.
        await().atMost(TestNamespace.PATIENCE).ignoreExceptions().until(() -> {
            namespace.delete(Service.class, "cache");
            personsService("cache");
            return true;
        });
        var service = namespace.get(Service.class, "cache");
        wake(Memcached.class, "cache");
        namespace.awaitReason(Memcached.class, "cache", "Ready", "NameTaken", "Service/cache");
        assertUntouched(service);
    }
}
