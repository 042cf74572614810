package io.c5c3.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.local.LocalException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BoardTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final AtomicLong clock = new AtomicLong();

    private void pass(double seconds) {
        clock.addAndGet((long) (seconds * 1e9));
    }

    @Test
    void linesTellWhatBeginsEndsAndHappens() {
        try (var board = new PlainLines(Terminal.lines(out), clock::get)) {
            var phase = board.phase("Images");
            try (var step = phase.begin("Building keystone")) {
                pass(1);
                step.detail("too soon to be worth a line");
                pass(10);
                step.detail("RUN pip install");
                pass(1);
            }
            phase.event("Keystone/keystone is Ready");
            try (var step = phase.begin("Loading")) {
                step.failed("no space left");
            }
            phase.failed("did not work");
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("""
                    0.0 s  Images
                    0.0 s  Images: Building keystone
                   11.0 s  Images: Building keystone: RUN pip install
                   12.0 s  Images: Building keystone: done (12.0 s)
                   12.0 s  Images: Keystone/keystone is Ready
                   12.0 s  Images: Loading
                   12.0 s  Images: Loading: failed: no space left
                   12.0 s  Images: failed after 12.0 s: did not work
                """);
    }

    @Test
    void whatWasStoppedDidNotFail() {
        try (var board = new PlainLines(Terminal.lines(out), clock::get)) {
            var phase = board.phase("Images");
            assertThatThrownBy(() -> phase.attempt(() -> phase.call("Building keystone", step -> {
                        pass(2);
                        throw new LocalException("Interrupted.", new InterruptedException());
                    })))
                    .isInstanceOf(LocalException.class);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("""
                    0.0 s  Images
                    0.0 s  Images: Building keystone
                    2.0 s  Images: stopped after 2.0 s
                """);
    }

    @Test
    void aTreeIsRedrawnInPlaceAndItsLastPictureStays() {
        var screen = Terminal.screen(out, false, new Terminal.Size(60, 20));
        try (var board = new LiveTree(screen, clock::get)) {
            var kubernetes = board.phase("Kubernetes");
            kubernetes.begin("Starting").close();
            pass(2);
            kubernetes.done("started");
            var images = board.phase("Images");
            images.begin("Building keystone").detail("RUN pip install something with a very long name indeed");
            images.begin("Building mariadb").close();
            images.body(() -> List.of(Text.of("a line of its own")));
            pass(1.5);
        }
        assertThat(Picture.of(bytes.toString(StandardCharsets.UTF_8))).isEqualTo("""
                ✔ Kubernetes        2.0 s  started
                ⠹ Images            1.5 s
                  ⠹ Building keystone  1.5 s  RUN pip install something wi…
                  ✔ Building mariadb  0.0 s
                  a line of its own
                """);
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .as("the cursor is shown again")
                .endsWith("\033[?25h");
    }

    @Test
    void aPictureNeverGrowsTallerThanTheScreen() {
        var screen = Terminal.screen(out, false, new Terminal.Size(60, 6));
        try (var board = new LiveTree(screen, clock::get)) {
            var phase = board.phase("Images");
            for (var i = 1; i <= 8; i++) {
                phase.begin("Building " + i).close();
            }
            phase.begin("Building the last");
        }
        assertThat(Picture.of(bytes.toString(StandardCharsets.UTF_8))).isEqualTo("""
                ⠋ Images            0.0 s
                  ✔ Building 6  0.0 s
                  ✔ Building 7  0.0 s
                  ✔ Building 8  0.0 s
                  ⠋ Building the last  0.0 s
                """);
    }
}
