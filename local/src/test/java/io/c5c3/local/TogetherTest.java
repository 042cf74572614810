package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TogetherTest {
    @Test
    void resultsStandInTheOrderOfTheWorks() {
        var second = new CountDownLatch(1);
        assertThat(Together.<String>all(List.of(
                        () -> {
                            second.await();
                            return "a";
                        },
                        () -> {
                            second.countDown();
                            return "b";
                        })))
                .containsExactly("a", "b");
    }

    /** The first would wait ten minutes, and comes first in the list: it must not be waited for. */
    @Test
    void theFirstFailureStopsTheOthersAndIsTheOnlyOneToBeHeardOf() {
        var bytes = new ByteArrayOutputStream();
        var progress = new ProgressLines(new PrintStream(bytes, true, StandardCharsets.UTF_8), () -> 0, Duration.ZERO);
        var begun = new CountDownLatch(1);

        assertThatThrownBy(() -> Together.run(
                        () -> progress.run(
                                "Building",
                                step -> Command.of("sh", "-c", "echo begun; exec sleep 600")
                                        .run(line -> begun.countDown())),
                        () -> progress.run("Installing", step -> {
                            await(begun);
                            throw new LocalException("No room is left: make some.");
                        })))
                .hasMessage("No room is left: make some.")
                .hasNoSuppressedExceptions();

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("Installing: No room is left: make some.")
                .containsOnlyOnce("failed")
                .doesNotContain("Interrupted")
                .contains("stopped");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
