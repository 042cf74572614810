package io.c5c3.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A folder of local/modules: one pinned upstream module (or our own few lines of Go) with its committed checksums. */
record GoModule(String name, Path folder, String version) {
    private static final Pattern REQUIRED = Pattern.compile("(?m)^require\\s+(\\S+)\\s+(v\\S+)\\s*$");

    /** The version of a module that requires nothing: it is all ours. */
    static final String OWN = "own";

    static GoModule open(String name) {
        return open(name, Home.modules().resolve(name));
    }

    static GoModule open(String name, Path folder) {
        var required = REQUIRED.matcher(text(folder.resolve("go.mod")));
        return new GoModule(name, folder, required.find() ? required.group(2) : OWN);
    }

    /** Where its programs are kept: another version, checksum, source or flag is another folder. */
    Path home(Path cache) {
        var content = new StringBuilder(String.join(" ", flags()));
        for (var file : List.of("go.mod", "go.sum", "main.go")) {
            var path = folder.resolve(file);
            content.append('\0').append(Files.exists(path) ? text(path) : "");
        }
        return cache.resolve("programs").resolve(name + "-" + version + "-" + Digest.shortHex(content.toString()));
    }

    List<String> flags() {
        return List.of("-trimpath", "-ldflags", linkerFlags());
    }

    /** Without the version variables every Kubernetes program would call itself v0.0.0, and refuse to work with the others. */
    private String linkerFlags() {
        if (!name.equals("kubernetes")) {
            return "-s -w";
        }
        var minor = version.split("\\.", -1)[1];
        return "-s -w"
                + " -X k8s.io/component-base/version.gitVersion=" + version
                + " -X k8s.io/client-go/pkg/version.gitVersion=" + version
                + " -X k8s.io/component-base/version.gitMajor=1"
                + " -X k8s.io/component-base/version.gitMinor=" + minor;
    }

    /** Builds to a name of its own and renames, so that a killed build leaves nothing that looks whole. */
    Path build(Program program, Path target, Progress.Step step) {
        var go = Tools.onPath("go")
                .orElseThrow(() -> new LocalException("Go is needed to build " + program.name()
                        + ": install Go 1.26 or newer (https://go.dev/dl) and put it on PATH."));
        var unfinished = target.resolveSibling(program.name() + ".building");
        var words = new ArrayList<>(List.of(go.toString(), "build", "-v", "-buildvcs=false"));
        words.addAll(flags());
        words.addAll(List.of("-o", unfinished.toString(), program.source()));
        try {
            Files.createDirectories(target.getParent());
            Command.of(words)
                    .in(folder)
                    .with("CGO_ENABLED", "0")
                    .otherwise(
                            program.name() + " " + version + " cannot be built",
                            "see that this machine reaches a Go module proxy, and run the same command again")
                    .run(step::detail);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return target;
        } catch (AtomicMoveNotSupportedException e) {
            throw new LocalException(
                    "The cache " + target.getParent() + " cannot rename files: set C5C3_CACHE to a local disk.", e);
        } catch (IOException e) {
            throw new LocalException(
                    "The cache " + target.getParent() + " cannot be written: set C5C3_CACHE to a folder that can.", e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
