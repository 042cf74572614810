package io.c5c3.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes of their own, since it is their end that counts. */
@EnabledOnOs(OS.LINUX)
class KernelTimerTest {

    private static final int KILLED = 128 + 9;

    /** Sets a timer, says so, and does what its argument says. */
    static final class Doomed {

        private Doomed() {}

        public static void main(String[] arguments) throws IOException {
            var timer = KernelTimer.create();
            timer.endAt(System.nanoTime()
                    + Duration.ofMillis(Long.parseLong(arguments[0])).toNanos());
            if (arguments.length > 1) {
                timer.never();
            }
            System.out.println("set");
            System.in.read();
        }
    }

    @Test
    void aProcessThatWorksIsEnded() throws Exception {
        assertThat(end(start("100"))).isEqualTo(KILLED);
    }

    @Test
    void aTimeThatHasPassedIsNow() throws Exception {
        assertThat(end(start("-30000"))).isEqualTo(KILLED);
    }

    /** It is never continued. */
    @Test
    void aProcessThatStandsStillIsEnded() throws Exception {
        var process = start("2000");
        assertThat(process.inputReader().readLine()).isEqualTo("set");
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(end(process)).isEqualTo(KILLED);
    }

    @Test
    void whoIsSparedGoesOn() throws Exception {
        var process = start("1000", "spared");
        assertThat(process.inputReader().readLine()).isEqualTo("set");
        process.outputWriter().close();
        assertThat(end(process)).isZero();
    }

    private static Process start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Doomed.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int end(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
