package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicLong clock = new AtomicLong();
    private final Progress progress =
            new ProgressLines(new PrintStream(bytes, true, StandardCharsets.UTF_8), clock::get, Duration.ofSeconds(5));

    @Test
    void showBeginAndEndWithElapsedTime() {
        try (var step = progress.begin("Building kube-apiserver v1.34.4")) {
            pass(1.5);
            step.detail("too soon to be worth a line");
        }

        assertThat(lines())
                .containsExactly(
                        "           0.0 s  Building kube-apiserver v1.34.4",
                        "done       1.5 s  Building kube-apiserver v1.34.4");
    }

    @Test
    void showWhatALongStepIsBusyWith() {
        try (var step = progress.begin("Building")) {
            pass(6);
            step.detail("k8s.io/api/core/v1");
            step.detail("k8s.io/api/apps/v1");
        }

        assertThat(lines()).hasSize(3).element(1).isEqualTo("           6.0 s  Building: k8s.io/api/core/v1");
    }

    @Test
    void showWhyAStepFailedAndNotThatItIsDone() {
        assertThatThrownBy(() -> progress.run("Starting etcd", step -> {
                    throw new LocalException("the disk is full");
                }))
                .isInstanceOf(LocalException.class);

        assertThat(lines()).last().asString().startsWith("failed").endsWith("Starting etcd: the disk is full");
        assertThat(lines()).noneMatch(line -> line.startsWith("done"));
    }

    private void pass(double seconds) {
        clock.addAndGet((long) (seconds * 1e9));
    }

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
