package io.c5c3.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Programs: found on PATH in a fitting version, or built from local/modules into the cache. */
public final class Tools {
    // Where Debian keeps what only root runs; often not on a person's PATH.
    private static final List<String> SYSTEM = List.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin");

    private Tools() {}

    /** The path of "kubectl", "kube-apiserver", "coredns", "pause", "memcached_exporter" ..., or of any installed program. */
    public static Path find(String program, Progress progress) {
        if (Program.isKnown(program)) {
            return find(Program.named(program), Cache.directory(), progress);
        }
        return onPath(program)
                .orElseThrow(() -> new LocalException("'" + program + "' is not on PATH: install it and try again."));
    }

    private static Path find(Program program, Path cache, Progress progress) {
        var module = GoModule.open(program.module());
        var built = module.home(cache).resolve(program.name());
        // The cache goes first: it answers without running anything.
        if (Files.isExecutable(built)) {
            return built;
        }
        var installed = onPath(program.name()).filter(path -> fits(program, module, path));
        return installed.orElseGet(() -> build(program, module, built, progress));
    }

    private static Path build(Program program, GoModule module, Path built, Progress progress) {
        return progress.call("Building " + program.name() + " " + module.version(), step -> {
            try (var lock = Lock.hold(built.resolveSibling(program.name() + ".lock"), progress)) {
                // Another process may have built it while this one waited for the lock.
                return Files.isExecutable(built) ? built : module.build(program, built, step);
            }
        });
    }

    /** An installed program fits when it has the pinned major and minor version; patches only repair. */
    private static boolean fits(Program program, GoModule module, Path installed) {
        if (program.asksVersion().isEmpty()) {
            return false;
        }
        var words = new ArrayList<>(List.of(installed.toString()));
        words.addAll(program.asksVersion());
        var answer = Command.of(words).attempt();
        return answer.ok() && speaksOf(answer.output(), module.version());
    }

    static boolean speaksOf(String output, String pinned) {
        var release = pinned.substring(1, pinned.lastIndexOf('.') + 1);
        return Arrays.stream(output.split("[\\s:,\"]+"))
                .anyMatch(word -> word.startsWith(release) || word.startsWith("v" + release));
    }

    static Optional<Path> onPath(String program) {
        var folders =
                new ArrayList<>(List.of(System.getenv().getOrDefault("PATH", "").split(":")));
        folders.addAll(SYSTEM);
        return folders.stream()
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst();
    }
}
