package io.c5c3.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Packaging;
import java.io.IOException;
import java.nio.file.Files;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is made from the catalogue is committed, and fresh. */
class GeneratedFilesTest {

    @Test
    void theyAreFresh() throws IOException {
        for (var file : Packaging.files().entrySet()) {
            var path = Repository.file(file.getKey());
            assertThat(path).as("run app/generate").exists();
            assertThat(Files.readString(path))
                    .as("%s is stale: run app/generate", file.getKey())
                    .isEqualTo(file.getValue());
        }
    }

    @Test
    void noneIsLeftOver() throws IOException {
        var there = new TreeSet<String>();
        for (var folder : new String[] {"packaging", "docs/reference"}) {
            try (var files = Files.walk(Repository.file(folder))) {
                files.filter(Files::isRegularFile)
                        .forEach(file ->
                                there.add(Repository.root().relativize(file).toString()));
            }
        }
        assertThat(there).isEqualTo(new TreeSet<>(Packaging.files().keySet()));
    }
}
