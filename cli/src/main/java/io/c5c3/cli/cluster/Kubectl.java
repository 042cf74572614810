package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.cli.terminal.Signals;
import io.c5c3.local.Progress;
import io.c5c3.local.Tools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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

    private int run(List<String> arguments, boolean withoutNote) {
        target.mustBeThere();
        var words = new ArrayList<String>();
        // Standard output belongs to kubectl alone, also when it has to be built first.
        words.add(Tools.find("kubectl", Progress.lines(System.err)).toString());
        words.addAll(arguments);
        var builder = new ProcessBuilder(words).inheritIO();
        builder.environment().put("KUBECONFIG", target.kubeconfig());
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
            throw new Failure(words.getFirst() + " cannot be run (" + e.getMessage() + ").", e);
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
