package io.c5c3.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the files that are made from the catalogue; a test fails when they differ from what is committed. */
@Command(
        name = "generate",
        description = "Writes the definitions, roles, charts, bundle and reference that are made from the catalogue.")
final class GenerateCommand implements Callable<Integer> {

    @Parameters(defaultValue = ".", description = "root of the repository (default: the current folder)")
    private Path root = Path.of(".");

    @Override
    public Integer call() throws IOException {
        var files = Packaging.files();
        for (var folder : List.of("packaging", "docs/reference")) {
            delete(root.resolve(folder));
        }
        for (var file : files.entrySet()) {
            var path = root.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        for (var link : Packaging.links().entrySet()) {
            var path = root.resolve(link.getKey());
            Files.createDirectories(path.getParent());
            Files.createSymbolicLink(path, Path.of(link.getValue()));
        }
        return 0;
    }

    /** What is no longer made must not stay. */
    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (var file : files.filter(file -> !Files.isDirectory(file)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
