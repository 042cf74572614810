package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.c5c3.engine.Conditions;
import io.c5c3.engine.SentTo;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Map;

/** A namespace of one test's own: what a person writes there, and what a person reads. */
record TestNamespace(KubernetesClient client, String name) {

    static final Duration PATIENCE = Duration.ofMinutes(1);

    static TestNamespace create() {
        return new TestNamespace(ApiServer.client(), ApiServer.namespace());
    }

    <T extends HasMetadata> T apply(Class<T> kind, String object, String spec) {
        var resource = Serialization.unmarshal(
                """
                apiVersion: %s
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(HasMetadata.getApiVersion(kind), HasMetadata.getKind(kind), object, name, spec),
                GenericKubernetesResource.class);
        client.resource(resource).fieldManager("person").forceConflicts().serverSideApply();
        return get(kind, object);
    }

    void secret(String secret, Map<String, String> values) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(secret)
                        .withNamespace(name)
                        .addToAnnotations(SentTo.ALLOWED, "keystone, db.example.com")
                        .endMetadata()
                        .withStringData(values)
                        .build())
                .fieldManager("person")
                .forceConflicts()
                .serverSideApply();
    }

    <T extends HasMetadata> T get(Class<T> kind, String object) {
        return client.resources(kind).inNamespace(name).withName(object).get();
    }

    void delete(Class<? extends HasMetadata> kind, String object) {
        client.resources(kind).inNamespace(name).withName(object).delete();
    }

    void awaitReady(Class<? extends HasMetadata> kind, String object) {
        await(kind.getSimpleName() + "/" + object + " is ready")
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                    var there = get(kind, object);
                    assertThat(there).isNotNull();
                    assertThat(Conditions.ready(there))
                            .as(Conditions.of(there).toString())
                            .isTrue();
                });
    }

    void awaitGone(Class<? extends HasMetadata> kind, String object) {
        await(kind.getSimpleName() + "/" + object + " is gone").atMost(PATIENCE).until(() -> get(kind, object) == null);
    }

    /** What a condition says: its status, its reason and its message. */
    String says(Class<? extends HasMetadata> kind, String object, String type) {
        var there = get(kind, object);
        return there == null
                ? ""
                : Conditions.of(there, type)
                        .map(condition ->
                                condition.getStatus() + " " + condition.getReason() + ": " + condition.getMessage())
                        .orElse("");
    }

    void awaitReason(Class<? extends HasMetadata> kind, String object, String type, String... parts) {
        await(object + " says " + String.join(", ", parts))
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(says(kind, object, type)).contains(parts));
    }
}
