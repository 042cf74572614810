package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One long-running program of a cluster.
 *
 * @param inputs files it reads once, at its start: when one changes, a running one is replaced
 */
record Daemon(String name, Layout layout, Ground ground, List<String> command, List<Path> inputs) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** In a session of its own (so that Ctrl-C does not reach it), as nobody's child, its words appended to its log. */
    private static final String DETACH = "log=\"$1\"; shift; exec setsid \"$@\" </dev/null >>\"$log\" 2>&1 &";

    private static final String PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    Daemon {
        command = List.copyOf(command);
        inputs = List.copyOf(inputs);
    }

    /** Where it runs: on the machine itself, or in a node's namespaces and control groups. */
    interface Ground {
        /** Words to put before a command so that it runs there. */
        List<String> enter();

        /** Ground that needs no entering. */
        static Ground machine() {
            return List::of;
        }
    }

    /** Starts it unless just this one runs already. Returns whether it had to be started. */
    boolean ensure() {
        var mark = mark();
        var running = processes();
        if (running.size() == 1 && running.getFirst().mark().equals(mark)) {
            return false;
        }
        end(running);
        var words = new ArrayList<>(ground.enter());
        words.addAll(detached(layout.log(name), mark));
        words.addAll(command);
        Command.of(words).run();
        var ended = new Absence(() -> ProcessTable.marked(marks()).isEmpty());
        Await.atMost(PATIENCE, name + " to begin; see " + layout.log(name))
                .until(() -> isRunning() || ended.getAsBoolean());
        mustRun();
        return true;
    }

    /**
     * Words that leave a command running behind. Its environment is clean: a proxy that is set on the machine must not come
     * between the parts of the cluster.
     */
    static List<String> detached(Path log, String mark) {
        return List.of(
                "env",
                "-i",
                PATH,
                "HOME=/root",
                ProcessTable.MARK + "=" + mark,
                "sh",
                "-c",
                DETACH,
                "c5c3",
                log.toString());
    }

    boolean isRunning() {
        return !processes().isEmpty();
    }

    /** Throws when it has ended, with its last words. */
    void mustRun() {
        if (!isRunning()) {
            throw new LocalException(name + " ended by itself (" + lastWords() + "): see its log " + layout.log(name)
                    + ", mend what it complains of and run the same command again.");
        }
    }

    /** Its process, of which there is at most one unless somebody else started another. */
    Optional<ProcessHandle> process() {
        return processes().stream().map(ProcessTable.Entry::handle).findFirst();
    }

    void stop() {
        end(processes());
    }

    private static void end(List<ProcessTable.Entry> processes) {
        ProcessTable.end(processes.stream().map(ProcessTable.Entry::handle).toList(), PATIENCE);
    }

    /** A daemon's children inherit its mark, and so do the shell and setsid on the way to it: tell them apart by the program. */
    private List<ProcessTable.Entry> processes() {
        return ProcessTable.marked(marks()).stream()
                .filter(entry -> entry.command().getFirst().equals(command.getFirst()))
                .toList();
    }

    /** The name of the daemon that a mark belongs to. */
    static String nameIn(String mark) {
        var parts = mark.split(":", -1);
        return parts[parts.length - 2];
    }

    private String marks() {
        return layout.root() + ":" + name + ":";
    }

    private String mark() {
        var content = new StringBuilder(String.join("\0", command));
        for (var input : inputs) {
            content.append('\0').append(text(input));
        }
        return marks() + Digest.shortHex(content.toString());
    }

    private String lastWords() {
        return Files.exists(layout.log(name)) ? Command.lastLine(text(layout.log(name))) : "(nothing)";
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
