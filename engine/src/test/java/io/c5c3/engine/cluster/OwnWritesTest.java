package io.c5c3.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a look sees between its own write and the watch that shows it. */
class OwnWritesTest {

    private static final Ref REF = Ref.of(ConfigMap.class, "ns", "a");

    private final OwnWrites writes = new OwnWrites();

    private static ConfigMap at(long version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .withResourceVersion(Long.toString(version))
                .endMetadata()
                .build();
    }

    private Optional<Long> seen(long progress, Optional<ConfigMap> watched) {
        return writes.newest(REF, progress, watched, ConfigMap.class).map(OwnWrites::version);
    }

    @Test
    void aWriteIsSeenBeforeTheWatchShowsIt() {
        writes.remember(at(10));
        assertThat(seen(9, Optional.empty())).contains(10L);
        assertThat(seen(9, Optional.of(at(8)))).contains(10L);
        assertThat(writes.newest(ConfigMap.class, "ns", 9, List.of())).hasSize(1);
        assertThat(writes.newest(ConfigMap.class, "other", 9, List.of())).isEmpty();
    }

    @Test
    void whatTheWatchShowsCountsOnceItIsAsNew() {
        writes.remember(at(10));
        assertThat(seen(9, Optional.of(at(12)))).contains(12L);
        assertThat(writes.size()).isZero();
    }

    /** It was deleted while our write was on its way back: the watch had shown and forgotten it before we remembered it. */
    @Test
    void anObjectThatWasDeletedMeanwhileIsGone() {
        writes.seen(REF, at(10));
        writes.remember(at(10));
        assertThat(seen(11, Optional.empty())).isEmpty();
        writes.remember(at(10));
        assertThat(writes.newest(ConfigMap.class, "ns", 11, List.of())).isEmpty();
        assertThat(writes.size()).isZero();
    }

    /** The watch was away and lists again; nobody told it of the deletion. */
    @Test
    void aListThatIsNewerThanTheWriteCounts() {
        writes.remember(at(10));
        assertThat(seen(50, Optional.empty())).isEmpty();
    }

    @Test
    void anObjectThatWeMadeAgainIsThereThoughTheWatchStillBuriesTheOldOne() {
        writes.remember(at(10));
        assertThat(seen(11, Optional.empty())).isEmpty();
        writes.remember(at(12));
        assertThat(seen(11, Optional.empty())).contains(12L);
    }

    @Test
    void anOlderAnswerDoesNotReplaceANewerOne() {
        writes.remember(at(12));
        writes.remember(at(10));
        assertThat(seen(9, Optional.empty())).contains(12L);
    }

    @Test
    void nothingIsKeptOfWhatTheWatchHasShown() {
        writes.remember(at(10));
        writes.seen(REF, at(9));
        assertThat(writes.size()).isEqualTo(1);
        writes.seen(REF, at(10));
        assertThat(writes.size()).isZero();
    }
}
