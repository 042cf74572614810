package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A program that is run to its end. */
public record Command(
        List<String> words,
        Map<String, String> environment,
        @Nullable Path directory) {
    private static final int TAIL = 12;

    /** How a program ended: its exit status and all it printed. */
    public record Result(int status, String output) {
        public boolean ok() {
            return status == 0;
        }
    }

    public static Command of(String... words) {
        return of(List.of(words));
    }

    public static Command of(List<String> words) {
        return new Command(List.copyOf(words), Map.of(), null);
    }

    public Command in(Path folder) {
        return new Command(words, environment, folder);
    }

    /** The same with more words. */
    public Command and(String... more) {
        return and(List.of(more));
    }

    public Command and(List<String> more) {
        return new Command(Stream.concat(words.stream(), more.stream()).toList(), environment, directory);
    }

    public Command with(String name, String value) {
        return with(Map.of(name, value));
    }

    public Command with(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new Command(words, Map.copyOf(all), directory);
    }

    /** Runs it; anything but success is a {@link LocalException} that quotes the last lines. Returns what it printed. */
    public String run() {
        return run(line -> {});
    }

    public String run(Consumer<String> eachLine) {
        var result = attempt(eachLine);
        if (!result.ok()) {
            throw new LocalException("'" + String.join(" ", words) + "' ended with status " + result.status() + ": "
                    + tail(result.output()));
        }
        return result.output();
    }

    /** Runs it; failing is an answer, too. */
    public Result attempt() {
        return attempt(line -> {});
    }

    private Result attempt(Consumer<String> eachLine) {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new LocalException(
                    "'" + words.getFirst() + "' cannot be run (" + e.getMessage() + "): install it and try again.", e);
        }
        var output = new StringBuilder();
        try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
            process.getOutputStream().close();
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
                eachLine.accept(line);
            }
            return new Result(process.waitFor(), output.toString());
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

    /** The last lines of a longer text: where programs say why they gave up. */
    public static String tail(String text) {
        var last = new ArrayDeque<String>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            last.add(line);
            if (last.size() > TAIL) {
                last.removeFirst();
            }
        });
        return String.join("\n", last);
    }
}
