package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A hundred leaders stopped and continued; -Dtrials and -Dlease-seconds make it shorter or longer. Takes half an hour. */
@ExtendWith(ApiServer.class)
class LeaderBenchmark {

    private static final int TRIALS = Integer.getInteger("trials", 100);
    private static final int LEASE = Integer.getInteger("lease-seconds", 15);

    @TempDir
    private Path folder;

    @Test
    void noDeposedLeaderWrites() throws Exception {
        var late = new ArrayList<AuditLog.Write>();
        try (var trials = new LeaderTrials(folder, LEASE)) {
            for (var i = 0; i < TRIALS; i++) {
                late.addAll(trials.run());
                System.out.printf("trial %d of %d: %d writes by the deposed so far%n", i + 1, TRIALS, late.size());
            }
        }
        assertThat(late).isEmpty();
    }
}
