package io.c5c3.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Programs of Debian packages: installed ones, or those of packages that are only unpacked, with all that they stand on.
 *
 * @param home the folder that stands for the root of the machine; none where all are installed
 */
public record Unpacked(Optional<Path> home) {

    private static final List<String> PROGRAMS = List.of("usr/local/bin", "usr/sbin", "usr/bin", "sbin", "bin");

    public Path program(String name) {
        return folders()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .or(() -> Tools.onPath(name))
                .orElseThrow(() -> new LocalException("'" + name + "' is neither on PATH nor in "
                        + home.map(Path::toString).orElse("the cache") + "."));
    }

    /** By which they find each other, and their libraries. */
    public Map<String, String> environment() {
        var environment = new TreeMap<String, String>();
        home.ifPresent(there -> {
            environment.put("PATH", joined(Stream.concat(folders().map(Path::toString), inherited("PATH"))));
            environment.put(
                    "LD_LIBRARY_PATH",
                    joined(Stream.concat(libraries(there).map(Path::toString), inherited("LD_LIBRARY_PATH"))));
        });
        return environment;
    }

    private Stream<Path> folders() {
        return home.stream().flatMap(there -> PROGRAMS.stream().map(there::resolve));
    }

    /** Debian keeps those of each kind of processor apart. */
    private static Stream<Path> libraries(Path home) {
        return Stream.of("usr/lib", "lib")
                .map(home::resolve)
                .filter(Files::isDirectory)
                .flatMap(folder -> {
                    try (var all = Files.list(folder)) {
                        return all.filter(one -> one.getFileName().toString().endsWith("-linux-gnu")).toList().stream();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private static Stream<String> inherited(String variable) {
        return Stream.ofNullable(System.getenv(variable)).filter(value -> !value.isEmpty());
    }

    private static String joined(Stream<String> folders) {
        return folders.collect(Collectors.joining(File.pathSeparator));
    }
}
