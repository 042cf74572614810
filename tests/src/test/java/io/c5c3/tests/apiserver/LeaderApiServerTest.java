package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A leader that stood still writes nothing more. {@link LeaderBenchmark} does the same a hundred times. */
@ExtendWith(ApiServer.class)
class LeaderApiServerTest {

    private static final int TRIALS = 3;

    @TempDir
    private Path folder;

    @Test
    void aLeaderThatWasStoppedWritesNothingMore() throws Exception {
        try (var trials = new LeaderTrials(folder, 4)) {
            for (var i = 0; i < TRIALS; i++) {
                assertThat(trials.run()).as("trial %d", i).isEmpty();
            }
        }
    }
}
