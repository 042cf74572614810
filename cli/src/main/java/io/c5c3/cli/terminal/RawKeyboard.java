package io.c5c3.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The person's terminal, while every key goes on as it is typed: nothing is echoed, edited or understood here, not even Control-C. */
public final class RawKeyboard implements AutoCloseable {
    private final String before;
    private final Thread farewell = new Thread(this::restore);

    private RawKeyboard(String before) {
        this.before = before;
    }

    /** Close gives it back, and so does the end of this program, however it comes. */
    public static RawKeyboard take() {
        var keyboard = new RawKeyboard(stty("-g"));
        Runtime.getRuntime().addShutdownHook(keyboard.farewell);
        stty("raw", "-echo");
        return keyboard;
    }

    private void restore() {
        stty(before);
    }

    private static String stty(String... words) {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(words));
        try {
            var process = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .start();
            var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (process.waitFor() == 0) {
                return answer;
            }
            throw new Failure("The terminal does not take single keys ('" + String.join(" ", command)
                    + "' failed). Give the input by a pipe instead.");
        } catch (IOException e) {
            throw new Failure("There is no stty on this machine. Give the input by a pipe instead.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        }
    }

    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
        } catch (IllegalStateException e) {
            // The process is already ending, and the hook has run.
        }
    }
}
