package io.c5c3.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program that is run to its end.
 *
 * @param purpose what a person is told when it fails
 */
public record Command(
        List<String> words,
        Map<String, String> environment,
        @Nullable Path directory,
        Purpose purpose) {

    /**
     * The sentence that a failure becomes.
     *
     * @param failed what did not work, e.g. "The Debian packages cannot be installed"; empty: the program did not
     * @param advice what to do next, e.g. "see that the network works and run the same command again"
     */
    record Purpose(String failed, String advice) {}

    private static final Pattern ERROR = Pattern.compile("(E|[Ee]rror|ERROR|[Ff]atal|FATAL): ");

    private static final Purpose NONE = new Purpose("", "mend that and run the same command again");

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
        return new Command(List.copyOf(words), Map.of(), null, NONE);
    }

    public Command in(Path folder) {
        return new Command(words, environment, folder, purpose);
    }

    /** The same with more words. */
    public Command and(String... more) {
        return and(List.of(more));
    }

    public Command and(List<String> more) {
        return new Command(Stream.concat(words.stream(), more.stream()).toList(), environment, directory, purpose);
    }

    public Command with(String name, String value) {
        return with(Map.of(name, value));
    }

    public Command with(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new Command(words, Map.copyOf(all), directory, purpose);
    }

    /** The same with words for a person, in case that it fails: what did not work, and what to do next. */
    public Command otherwise(String failed, String advice) {
        return new Command(words, environment, directory, new Purpose(failed, advice));
    }

    /** Runs it; anything but success is a {@link LocalException} that says where all the program said is kept. Returns what it printed. */
    public String run() {
        return run(line -> {});
    }

    public String run(Consumer<String> eachLine) {
        var result = attempt(eachLine);
        if (!result.ok()) {
            throw new LocalException(failure(result));
        }
        return result.output();
    }

    private String failure(Result result) {
        var log = Text.write(
                Cache.directory().resolve("logs").resolve(program() + "-" + Digest.shortHex(line()) + ".log"),
                line() + "\n\n" + result.output());
        var what = purpose.failed().isEmpty() ? "'" + line() + "' did not work" : purpose.failed();
        return what + " ('" + program() + "' ended with status " + result.status() + ": " + lastLine(result.output())
                + "): " + purpose.advice() + "; all that it said is in " + log + ".";
    }

    private String line() {
        return String.join(" ", words);
    }

    private String program() {
        return String.valueOf(Path.of(words.getFirst()).getFileName());
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
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new LocalException(
                    "'" + words.getFirst() + "' cannot be run (" + e.getMessage() + "): install it and try again.", e);
        }
        var output = new StringBuilder();
        // Not by this thread: one that reads cannot be interrupted, and a failure elsewhere has to end this at once.
        var reader = Thread.ofVirtual().start(() -> copy(process, output, eachLine));
        try {
            reader.join();
            return new Result(process.waitFor(), output.toString());
        } catch (InterruptedException e) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            Thread.currentThread().interrupt();
            throw new LocalException(
                    "Interrupted while '" + words.getFirst() + "' ran; run the same command again.", e);
        }
    }

    private static void copy(Process process, StringBuilder output, Consumer<String> eachLine) {
        try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
                eachLine.accept(line);
            }
        } catch (IOException e) {
            // It was killed together with those who held the other end.
            output.append(e).append('\n');
        }
    }

    /** Where in a longer text a program says why it gave up: in the last line that is called an error, else in the last. */
    public static String lastLine(String text) {
        return last(text, line -> ERROR.matcher(line).lookingAt())
                .or(() -> last(text, line -> !line.isBlank()))
                .map(String::strip)
                .orElse("it said nothing");
    }

    private static Optional<String> last(String text, Predicate<String> wanted) {
        return text.lines().filter(wanted).reduce((first, second) -> second);
    }
}
