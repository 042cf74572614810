package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AbsenceTest {

    private int looks;

    @Test
    void whatIsInvisibleForAMomentHasNotEnded() {
        // Away every other time: never long enough.
        var absence = new Absence(() -> looks++ % 2 == 0);
        assertThat(IntStream.range(0, 100).mapToObj(i -> absence.getAsBoolean()))
                .containsOnly(false);
    }

    @Test
    void whatStaysAwayHas() {
        var absence = new Absence(() -> true);
        assertThat(IntStream.range(0, 100).mapToObj(i -> absence.getAsBoolean()).toList())
                .startsWith(false)
                .endsWith(true);
    }
}
