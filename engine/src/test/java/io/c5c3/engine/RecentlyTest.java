package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentlyTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LIFE = Duration.ofMinutes(5);

    private final Recently recently = new Recently();

    @Test
    void aCheckHoldsForAWhile() {
        assertThat(recently.holds("plane", "state", NOW, LIFE)).isEmpty();
        recently.checked("plane", "state", NOW);
        assertThat(recently.holds("plane", "state", NOW.plusSeconds(60), LIFE)).contains(Duration.ofMinutes(4));
        assertThat(recently.holds("plane", "state", NOW.plus(LIFE), LIFE)).isEmpty();
    }

    @Test
    void aCheckHoldsForWhatWasChecked() {
        recently.checked("plane", "state", NOW);
        assertThat(recently.holds("plane", "another", NOW, LIFE)).isEmpty();
        assertThat(recently.holds("other", "state", NOW, LIFE)).isEmpty();
        recently.forget("plane");
        assertThat(recently.holds("plane", "state", NOW, LIFE)).isEmpty();
    }
}
