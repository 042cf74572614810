package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.NameTaken;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Refused;
import io.c5c3.engine.cluster.Interests;
import io.c5c3.engine.cluster.LiveCluster;
import io.c5c3.engine.cluster.OwnWrites;
import io.c5c3.engine.cluster.Watches;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The cluster as a step sees it, on a real API server with somebody else at work beside it. */
@ExtendWith(ApiServer.class)
class LiveClusterApiServerTest {

    private static final String HOLD = "example.org/hold";

    private final KubernetesClient person = ApiServer.client();
    private final OwnWrites ownWrites = new OwnWrites();
    private TestNamespace namespace;
    private Memcached resource;
    private Watches watches;
    private LiveCluster cluster;

    @BeforeEach
    void start() {
        namespace = TestNamespace.create();
        resource = namespace.apply(Memcached.class, "cache", "{}");
        watches = new Watches(
                person,
                new Watches.Scope(
                        Set.of(Memcached.class),
                        Set.of(ConfigMap.class, Secret.class, StatefulSet.class, CephBlockPool.class),
                        Set.of()),
                (ref, state) -> state.ifPresent(object -> ownWrites.seen(ref, object)));
        watches.start();
        cluster = new LiveCluster(person, watches, ownWrites, new Interests().begin(Ref.of(resource)), "memcached");
    }

    @AfterEach
    void stop() {
        watches.close();
    }

    private ConfigMap ours(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace.name())
                .withName(name)
                .addToAnnotations(Owner.RECORD, Owner.of(resource).text())
                .endMetadata()
                .addToData("key", value)
                .build();
    }

    private static String uid(HasMetadata object) {
        return object.getMetadata().getUid();
    }

    private List<ConfigMap> found(String name) {
        return cluster.find(ConfigMap.class, namespace.name(), name).stream().toList();
    }

    private List<ConfigMap> listed(String name) {
        return cluster.list(ConfigMap.class, namespace.name(), Map.of()).stream()
                .filter(map -> map.getMetadata().getName().equals(name))
                .toList();
    }

    /** Many times: whether the watch or the answer comes first is up to the machine. */
    @Test
    void whatWasJustWrittenIsThereAtOnceAndGoneWithTheObject() {
        for (var i = 0; i < 20; i++) {
            var name = "map-" + i;
            var made = cluster.createOnce(ours(name, "1"));
            assertThat(found(name)).extracting(ConfigMap::getMetadata).containsExactly(made.getMetadata());
            assertThat(listed(name)).hasSize(1);
            var changed = cluster.apply(ours(name, "2"));
            assertThat(found(name)).extracting(ConfigMap::getData).containsExactly(changed.getData());
            person.resource(changed).delete();
            await().untilAsserted(() -> assertThat(found(name)).isEmpty());
            assertThat(listed(name)).isEmpty();
        }
    }

    /** The answer to a write may come after the watch has shown the object, and that it is gone. */
    @Test
    void anAnswerThatComesLateDoesNotRaiseTheDead() {
        var made = person.resource(ours("late", "1")).create();
        await().untilAsserted(() -> assertThat(found("late")).hasSize(1));
        person.resource(made).delete();
        await().untilAsserted(() -> assertThat(found("late")).isEmpty());
        ownWrites.remember(made);
        assertThat(found("late")).isEmpty();
        assertThat(listed("late")).isEmpty();
    }

    @Test
    void onlyTheObjectThatWasSeenIsDeleted() {
        var old = cluster.createOnce(ours("map", "1"));
        person.resource(old).delete();
        var young = person.resource(ours("map", "1")).create();
        cluster.delete(old, false);
        assertThat(uid(namespace.get(ConfigMap.class, "map"))).isEqualTo(uid(young));
        cluster.delete(young, true);
        namespace.awaitGone(ConfigMap.class, "map");
        // Deleting what is gone is no fault.
        cluster.delete(young, false);
        await().untilAsserted(() -> assertThat(found("map")).isEmpty());
    }

    @Test
    void whoIsSecondGetsWhatTheFirstMadeAndNothingOfAnother() {
        var first = person.resource(ours("map", "first")).create();
        assertThat(uid(cluster.createOnce(ours("map", "second")))).isEqualTo(uid(first));
        var theirs = new ConfigMapBuilder(ours("theirs", "1"))
                .editMetadata()
                .withAnnotations(Map.of())
                .endMetadata()
                .build();
        var before = person.resource(theirs).create();
        assertThatThrownBy(() -> cluster.createOnce(ours("theirs", "2"))).isInstanceOf(NameTaken.class);
        assertThatThrownBy(() -> cluster.apply(ours("theirs", "2"))).isInstanceOf(NameTaken.class);
        assertThat(namespace.get(ConfigMap.class, "theirs").getMetadata()).isEqualTo(before.getMetadata());
    }

    /** No watch shows a claim without a label of ours, and the controller of a StatefulSet takes any of the right name. */
    @Test
    void aPersonsVolumeIsNotTakenUp() {
        person.resource(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace.name())
                        .withName("data-store-0")
                        .endMetadata()
                        .withNewSpec()
                        .withAccessModes("ReadWriteOnce")
                        .withNewResources()
                        .addToRequests("storage", new Quantity("1Mi"))
                        .endResources()
                        .endSpec()
                        .build())
                .create();
        var set = new StatefulSetBuilder()
                .withNewMetadata()
                .withNamespace(namespace.name())
                .withName("store")
                .addToAnnotations(Owner.RECORD, Owner.of(resource).text())
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .addNewVolumeClaimTemplate()
                .withNewMetadata()
                .withName("data")
                .endMetadata()
                .endVolumeClaimTemplate()
                .endSpec()
                .build();
        assertThatThrownBy(() -> cluster.apply(set))
                .isInstanceOf(NameTaken.class)
                .hasMessageContaining("PersistentVolumeClaim/data-store-0");
        assertThat(person.resource(set).get()).isNull();
    }

    @Test
    void theStatusOfOneIsNotWrittenIntoAnotherOfItsName() {
        namespace.delete(Memcached.class, "cache");
        var young = namespace.apply(Memcached.class, "cache", "{}");
        assertThat(uid(young)).isNotEqualTo(uid(resource));
        var refusal = catchThrowableOfType(
                KubernetesClientException.class, () -> cluster.writeStatus(resource, Map.of("readyReplicas", 3)));
        assertThat(refusal.getCode()).isEqualTo(422);
        assertThat(Conditions.status(namespace.get(Memcached.class, "cache"))
                        .path("readyReplicas")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void aKindThatIsNotInstalledIsNotServedAndHasNoObjects() {
        assertThat(cluster.serves(CephBlockPool.class)).isFalse();
        assertThat(cluster.find(CephBlockPool.class, namespace.name(), "pool")).isEmpty();
        assertThat(cluster.serves(Memcached.class)).isTrue();
        assertThat(cluster.serves(ConfigMap.class)).isTrue();
    }

    @Test
    void inANamespaceThatIsBeingDeletedNothingIsMade() {
        var held = new ConfigMapBuilder(ours("held", "1"))
                .editMetadata()
                .addToFinalizers(HOLD)
                .endMetadata()
                .build();
        person.resource(held).create();
        person.namespaces().withName(namespace.name()).delete();
        await().until(() -> cluster.standing(namespace.name()).ending());
        var secret = new SecretBuilder()
                .withMetadata(ours("password", "").getMetadata())
                .addToStringData("password", "p")
                .build();
        for (Runnable write : List.<Runnable>of(() -> cluster.createOnce(secret), () -> cluster.apply(secret))) {
            var refusal = catchThrowableOfType(Refused.class, write::run);
            assertThat(refusal.outcome().reason()).isEqualTo("NamespaceEnding");
            // What goes with the namespace anyway holds up no deletion.
            assertThat(refusal.outcome().succeeded()).isTrue();
        }
        cluster.record(resource, true, "Test", "Nobody will read this.");
        assertThat(person.secrets().inNamespace(namespace.name()).list().getItems())
                .isEmpty();
        assertThat(person.v1().events().inNamespace(namespace.name()).list().getItems())
                .noneMatch(event -> "Test".equals(event.getReason()));
        person.configMaps()
                .inNamespace(namespace.name())
                .withName("held")
                .edit(map -> map.edit()
                        .editMetadata()
                        .withFinalizers(List.of())
                        .endMetadata()
                        .build());
    }
}
