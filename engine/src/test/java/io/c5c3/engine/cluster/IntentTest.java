package io.c5c3.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntentTest {

    private static ConfigMap map(String... data) {
        var map = new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata();
        for (var i = 0; i < data.length; i += 2) {
            map.addToData(data[i], data[i + 1]);
        }
        return map.build();
    }

    /** What the API server would have after it was applied. */
    private static ConfigMap applied(String... data) {
        return Intent.of(map(data)).desired();
    }

    @Test
    void whatWasAppliedFulfilsIt() {
        assertThat(Intent.of(map("k", "1")).fulfilledBy(Optional.of(applied("k", "1"))))
                .isTrue();
        assertThat(Intent.of(map("k", "1")).fulfilledBy(Optional.empty())).isFalse();
    }

    @Test
    void whatSomebodyChangedDoesNot() {
        var there = applied("k", "1");
        there.getData().put("k", "2");
        assertThat(Intent.of(map("k", "1")).fulfilledBy(Optional.of(there))).isFalse();
    }

    /** Comparing cannot tell that we once wanted more; the digest can. */
    @Test
    void aFieldThatIsNoLongerWantedIsNoticed() {
        assertThat(Intent.of(map("k", "1")).fulfilledBy(Optional.of(applied("k", "1", "old", "2"))))
                .isFalse();
    }

    @Test
    void whatOthersAddedIsNotOurs() {
        var there = applied("k", "1");
        there.getMetadata().setLabels(Map.of("theirs", "x"));
        there.getMetadata().getAnnotations().put("theirs", "x");
        assertThat(Intent.of(map("k", "1")).fulfilledBy(Optional.of(there))).isTrue();
    }

    @Test
    void whatIsBeingDeletedIsAsGoodAsGone() {
        var there = applied("k", "1");
        there.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThat(Intent.of(map("k", "1")).fulfilledBy(Optional.of(there))).isFalse();
    }
}
