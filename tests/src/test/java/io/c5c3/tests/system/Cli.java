package io.c5c3.tests.system;

import static org.awaitility.Awaitility.await;

import io.c5c3.tests.Repository;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The command a person uses, on a cluster of the tests' own. */
final class Cli {

    record Result(int exitCode, String out, String err) {
        String both() {
            return out + err;
        }
    }

    private final Map<String, String> environment = new TreeMap<>();

    Cli(String cluster) {
        environment.put("C5C3_CLUSTER", cluster);
        // The build that runs this test has made everything; a second one beside it would replace its jars.
        environment.put("C5C3_BUILD", "never");
    }

    /** The arguments that run a program beside another, as a person does it who looks after a pod. */
    static String[] inside(String namespace, String pod, String... command) {
        return Stream.concat(Stream.of("kubectl", "-n", namespace, "exec", pod, "--"), Stream.of(command))
                .toArray(String[]::new);
    }

    Result run(String... arguments) {
        return wait(start(arguments));
    }

    /** The operator's processes on this machine, those of its copies that run. */
    List<Long> operatorPids() {
        var pids = run("operator", "pid");
        return pids.exitCode() == 0 ? pids.out().lines().map(Long::valueOf).toList() : List.of();
    }

    /** A command that goes on while the test does something else. */
    record Running(Process process, Path out, Path err) {}

    Running start(String... arguments) {
        return start(new File("/dev/null"), arguments);
    }

    /** Runs a command that reads something. */
    Result pipe(String input, String... arguments) {
        try {
            var file = Files.createTempFile("c5c3", ".in");
            try {
                Files.writeString(file, input);
                return wait(start(file.toFile(), arguments));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Running start(File input, String... arguments) {
        try {
            var command = new ArrayList<>(List.of(Repository.file("c5c3").toString()));
            command.addAll(List.of(arguments));
            var out = Files.createTempFile("c5c3", ".out");
            var err = Files.createTempFile("c5c3", ".err");
            var builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().remove("KUBECONFIG");
            builder.environment().putAll(environment);
            return new Running(
                    builder.redirectInput(ProcessBuilder.Redirect.from(input)).start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a command that goes on says first: a line on standard output. */
    static String firstLine(Running running) {
        return await("a line")
                .atMost(Duration.ofMinutes(2))
                .failFast("the command has ended", () -> !running.process().isAlive())
                .until(() -> Files.readString(running.out()), said -> said.contains("\n"))
                .lines()
                .findFirst()
                .orElseThrow();
    }

    /** Ends a command that goes on, as Control-C does. */
    Result stop(Running running) {
        running.process().destroy();
        return wait(running);
    }

    Result wait(Running running) {
        try {
            var code = running.process().waitFor();
            var result = new Result(
                    code,
                    Files.readString(running.out(), StandardCharsets.UTF_8),
                    Files.readString(running.err(), StandardCharsets.UTF_8));
            Files.delete(running.out());
            Files.delete(running.err());
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
