package io.c5c3.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoModuleTest {
    private static final Path CACHE = Path.of("/cache");

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("go.mod"), "module x\n\ngo 1.24.0\n\nrequire example.org/thing v1.2.3\n");
        Files.writeString(folder.resolve("go.sum"), "example.org/thing v1.2.3 h1:abc=\n");
    }

    @Test
    void homeNamesModuleAndVersion() {
        assertThat(GoModule.open("thing", folder).home(CACHE).toString())
                .matches("/cache/programs/thing-v1\\.2\\.3-[0-9a-f]{8}");
    }

    @Test
    void anotherChecksumIsAnotherHome() throws IOException {
        var before = GoModule.open("thing", folder).home(CACHE);
        Files.writeString(folder.resolve("go.sum"), "example.org/thing v1.2.3 h1:def=\n");

        assertThat(GoModule.open("thing", folder).home(CACHE)).isNotEqualTo(before);
    }

    @Test
    void otherFlagsAreAnotherHome() {
        var plain = GoModule.open("thing", folder).home(CACHE);
        var kubernetes = GoModule.open("kubernetes", folder).home(CACHE);

        assertThat(kubernetes.getFileName().toString().substring("kubernetes".length()))
                .isNotEqualTo(plain.getFileName().toString().substring("thing".length()));
    }

    @Test
    void ownSourceCounts() throws IOException {
        var before = GoModule.open("thing", folder).home(CACHE);
        Files.writeString(folder.resolve("main.go"), "package main\n");

        assertThat(GoModule.open("thing", folder).home(CACHE)).isNotEqualTo(before);
    }

    @Test
    void everyProgramHasAModule() {
        for (var name : Program.names()) {
            var module = GoModule.open(Program.named(name).module());

            assertThat(module.folder().resolve("go.sum")).exists();
        }
    }
}
