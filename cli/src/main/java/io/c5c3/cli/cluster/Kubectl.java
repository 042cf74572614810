package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Signals;
import io.c5c3.local.Command;
import io.c5c3.local.Progress;
import io.c5c3.local.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The pinned kubectl, pointed at a cluster. */
public record Kubectl(Target target) {

    /** Runs it on this process's own terminal, and returns its exit code. */
    public int run(List<String> arguments) {
        return run(arguments, false);
    }

    /** Runs a command in a container, as if it ran here. */
    int exec(List<String> arguments) {
        return run(arguments, true);
    }

    /**
     * Runs it with a file as its input, and gives each line of its output away as it comes. The client in this program cannot do that: it
     * sends faster than its connection takes it, and gives up.
     */
    void feed(List<String> arguments, Path input, Consumer<String> lines) {
        @Nullable Process process = null;
        try {
            process = builder(arguments).redirectInput(input.toFile()).start();
            var complaints = process.errorReader(StandardCharsets.UTF_8);
            var last = new FutureTask<>(() -> Command.lastLine(complaints.readAllAsString()));
            Thread.ofVirtual().start(last);
            process.inputReader(StandardCharsets.UTF_8).lines().forEach(lines);
            var code = process.waitFor();
            if (code != 0) {
                throw new Failure("kubectl ended with " + code + ": " + last.get());
            }
        } catch (IOException | UncheckedIOException | ExecutionException e) {
            throw new Failure("kubectl cannot be run (" + e.getMessage() + ").", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    private ProcessBuilder builder(List<String> arguments) {
        target.mustBeThere();
        var words = new ArrayList<String>();
        // Standard output belongs to kubectl alone, also when it has to be built first.
        words.add(Tools.find("kubectl", Progress.lines(System.err)).toString());
        words.addAll(arguments);
        var builder = new ProcessBuilder(words);
        builder.environment().put("KUBECONFIG", target.kubeconfig());
        return builder;
    }

    private int run(List<String> arguments, boolean withoutNote) {
        var builder = builder(arguments).inheritIO();
        // Control-C is for kubectl; what it makes of it (a pager goes on, a log ends) decides when this process ends.
        Signals.on("INT", () -> {});
        if (withoutNote) {
            builder.redirectError(ProcessBuilder.Redirect.PIPE);
        }
        try {
            var process = builder.start();
            if (withoutNote) {
                pass(process);
            }
            return process.waitFor();
        } catch (IOException e) {
            throw new Failure(builder.command().getFirst() + " cannot be run (" + e.getMessage() + ").", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Interrupted.", e);
        }
    }

    private static void pass(Process process) throws IOException {
        var to = new ExitNote(System.err);
        try (var from = process.getErrorStream()) {
            for (var next = from.read(); next >= 0; next = from.read()) {
                to.write(next);
                if (from.available() == 0) {
                    System.err.flush();
                }
            }
        }
        to.finish();
    }
}
