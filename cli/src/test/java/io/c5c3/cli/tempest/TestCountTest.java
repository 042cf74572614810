package io.c5c3.cli.tempest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TestCountTest {

    @Test
    void countsWhatStestrPrints() {
        var count = new TestCount();
        assertThat(count).hasToString("0: 0 passed, 0 failed, 0 skipped");
        assertThat(Stream.of(
                                "Tests to run: 7",
                                "{0} tempest.api.identity.v3.test_tokens.TokensV3Test.test_list [0.065000s] ... ok",
                                "{1} tempest.api.compute.test_a.ATest.test_b [1.1s] ... FAILED",
                                "{1} tempest.api.compute.test_a.ATest.test_c ... SKIPPED: Swift is not there",
                                "{0} setUpClass (tempest.api.volume.test_x.XTest) [0.0s] ... FAILED",
                                "Captured traceback:",
                                "    it was ... ok before")
                        .filter(count::add))
                .hasSize(5);
        assertThat(count)
                .hasToString("4 of 7: 1 passed, 2 failed, 1 skipped; setUpClass (tempest.api.volume.test_x.XTest)");
    }
}
