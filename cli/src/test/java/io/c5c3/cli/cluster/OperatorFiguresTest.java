package io.c5c3.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OperatorFiguresTest {

    private static OperatorFigures figures(int looks, int waiting, int running) {
        return new OperatorFigures("""
                # TYPE c5c3_looks_total counter
                c5c3_looks_total %d.0
                # TYPE c5c3_queue_depth gauge
                c5c3_queue_depth %d.0
                # TYPE c5c3_reconciles_running gauge
                c5c3_reconciles_running %d.0
                """.formatted(looks, waiting, running));
    }

    @Test
    void aNewOperatorHasLookedAtEverythingWhenNothingWaitsAnyMore() {
        assertThat(figures(0, 0, 0).hasLookedAtEverything())
                .as("it waits for the lease")
                .isFalse();
        assertThat(figures(3, 10, 4).hasLookedAtEverything()).isFalse();
        assertThat(figures(13, 0, 1).hasLookedAtEverything()).isFalse();
        assertThat(figures(14, 0, 0).hasLookedAtEverything()).isTrue();
        assertThat(new OperatorFigures("").hasLookedAtEverything()).isFalse();
    }
}
