package io.c5c3.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is made from the catalogue is committed, and fresh. */
class GeneratedFilesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Map<String, String> FILES = Packaging.files();

    @Test
    void theyAreFresh() throws IOException {
        for (var file : FILES.entrySet()) {
            var path = ROOT.resolve(file.getKey());
            assertThat(path).as("run app/generate").exists();
            assertThat(Files.readString(path))
                    .as("%s is stale: run app/generate", file.getKey())
                    .isEqualTo(file.getValue());
        }
    }

    @Test
    void whatACopyWouldServeIsALink() throws IOException {
        for (var link : Packaging.links().entrySet()) {
            var path = ROOT.resolve(link.getKey());
            assertThat(path).as("run app/generate").isSymbolicLink();
            assertThat(Files.readSymbolicLink(path)).as(link.getKey()).isEqualTo(Path.of(link.getValue()));
            assertThat(path.toRealPath()).isRegularFile();
        }
    }

    @Test
    void noneIsLeftOver() throws IOException {
        var there = new TreeSet<String>();
        for (var folder : List.of("packaging", "docs/reference")) {
            try (var files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> !Files.isDirectory(file))
                        .forEach(file -> there.add(ROOT.relativize(file).toString()));
            }
        }
        var made = new TreeSet<>(FILES.keySet());
        made.addAll(Packaging.links().keySet());
        assertThat(there).isEqualTo(made);
    }
}
