package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a digest of Secrets tells, and to whom. */
class WorkDigestTest {

    private static final Map<String, String> LOGIN = SecretText.encoded(Map.of("password", "secret"));

    private final Settable clock = new Settable(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);

    @Test
    void aGuessCannotBeTriedWithoutTheKey() {
        put("one", "login", LOGIN);
        assertThat(digest("one"))
                .isNotEqualTo(Digest.of(Map.of("login", LOGIN)))
                .isNotEqualTo(Digest.of(new TreeMap<>(Map.of("login", new TreeMap<>(LOGIN)))))
                .isEqualTo(digest("one"));
    }

    @Test
    void theSameContentLooksDifferentInAnotherNamespace() {
        put("one", "login", LOGIN);
        put("two", "login", LOGIN);
        assertThat(digest("one")).isNotEqualTo(digest("two"));
    }

    @Test
    void theKeyIsMadeOnceAndBelongsToNobody() {
        digest("one");
        digest("one");
        assertThat(cluster.writes()).containsExactly("create Secret/" + DigestKey.SECRET);
        var key = key("one");
        assertThat(key.getMetadata().getOwnerReferences()).isNullOrEmpty();
        assertThat(SecretText.decoded(key.getData()).get("key")).hasSizeGreaterThan(40);
    }

    @Test
    void aChangeIsNoticedAndSoIsALostSecret() {
        put("one", "login", LOGIN);
        var before = digest("one");
        put("one", "login", SecretText.encoded(Map.of("password", "other")));
        assertThat(digest("one")).isNotEqualTo(before);
        put("one", "login", LOGIN);
        assertThat(digest("one")).isEqualTo(before);
        cluster.take(Ref.of(Secret.class, "one", "login"));
        assertThat(digest("one")).isNotEqualTo(before);
    }

    @Test
    void aKeyThatSomebodyEmptiedIsFilledAgain() {
        digest("one");
        cluster.edit(Secret.class, "one", DigestKey.SECRET, key -> key.setData(Map.of()));
        assertThat(digest("one")).isEqualTo(digest("one"));
        assertThat(SecretText.decoded(key("one").getData()).get("key")).isNotBlank();
    }

    private Secret key(String namespace) {
        return cluster.find(Secret.class, namespace, DigestKey.SECRET).orElseThrow();
    }

    private String digest(String namespace) {
        ConfigMap owner = cluster.put(new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("owner")
                .endMetadata()
                .build());
        return new Work(owner, "toy", cluster, new Ports(), clock).digest(List.of("login"));
    }

    private void put(String namespace, String name, Map<String, String> data) {
        cluster.put(new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withData(data)
                .build());
    }
}
