package io.c5c3.local.image;

import io.c5c3.local.LocalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A program of the machine that is run to its end. */
record Shell(List<String> words, Map<String, String> environment) {
    private static final int TAIL = 15;

    static Shell of(String... words) {
        return new Shell(List.of(words), Map.of());
    }

    Shell and(String... more) {
        return and(List.of(more));
    }

    Shell and(List<String> more) {
        return new Shell(Stream.concat(words.stream(), more.stream()).toList(), environment);
    }

    Shell with(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new Shell(words, Map.copyOf(all));
    }

    /** Returns what it printed; anything but success is an exception that quotes the last lines. */
    String run() {
        return run(line -> {});
    }

    String run(Consumer<String> eachLine) {
        var lines = new ArrayList<String>();
        var status = start(line -> {
            lines.add(line);
            eachLine.accept(line);
        });
        if (status != 0) {
            var last = lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
            throw new LocalException(
                    words.getFirst() + " ended with status " + status + ": " + String.join("\n", last));
        }
        return String.join("\n", lines);
    }

    /** Whether it succeeds; failing is an answer, too. */
    boolean succeeds() {
        return start(line -> {}) == 0;
    }

    private int start(Consumer<String> eachLine) {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new LocalException(
                    "'" + words.getFirst() + "' is needed to build images: install it and try again.", e);
        }
        try (var output = process.inputReader()) {
            process.getOutputStream().close();
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                eachLine.accept(line);
            }
            return process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            Thread.currentThread().interrupt();
            throw new LocalException(
                    "Interrupted while '" + words.getFirst() + "' ran; run the same command again.", e);
        }
    }
}
