package io.c5c3.local.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkshopTest {
    private static final String BASE = "docker.io/library/debian:trixie-slim";

    @TempDir
    Path home;

    @TempDir
    Path folder;

    private final List<String> built = new ArrayList<>();
    private final Recipe web = new Recipe("web", List.of("example.org/web:1"), List.of(), false);
    private final Recipe tiny = new Recipe("tiny", List.of("example.org/tiny:1"), List.of(), false);
    private String base = "first";
    private boolean broken;

    @BeforeEach
    void twoImages() throws IOException {
        write("images/web/Containerfile", "FROM " + BASE + " AS build\nCOPY page /\n");
        write("images/web/page", "hello");
        write("images/tiny/Containerfile", "FROM scratch\nCOPY tiny /\n");
    }

    @Test
    void whatIsThereIsNotBuiltAgain() {
        var first = workshop().archive(web);
        assertThat(workshop().archive(web)).isEqualTo(first).isRegularFile();
        assertThat(first.getFileName().toString()).matches("web-[0-9a-f]{16}\\.tar");
        assertThat(built).containsExactly("web [Containerfile, page]");
    }

    @Test
    void aChangedFileMakesAnotherArchive() throws IOException {
        var first = workshop().archive(web);
        write("images/web/page", "good bye");
        assertThat(workshop().archive(web)).isNotEqualTo(first);
        write("images/web/page", "hello");
        assertThat(workshop().archive(web)).isEqualTo(first);
        assertThat(built).hasSize(2);
    }

    @Test
    void anotherNameMakesAnotherArchive() {
        var first = workshop().archive(web);
        var renamed = new Recipe("web", List.of("example.org/web:2"), List.of(), false);
        assertThat(workshop().archive(renamed)).isNotEqualTo(first);
    }

    @Test
    void aNewBaseMattersOnlyToThoseWhoStandOnIt() {
        workshop().archive(web);
        workshop().archive(tiny);
        base = "second";
        workshop().archive(web);
        workshop().archive(tiny);
        assertThat(built)
                .containsExactly("web [Containerfile, page]", "tiny [Containerfile]", "web [Containerfile, page]");
    }

    @Test
    void aFailedBuildLeavesNothing() throws IOException {
        broken = true;
        assertThatThrownBy(() -> workshop().archive(web)).hasMessage("no space");
        try (var left = Files.walk(folder)) {
            assertThat(left).containsExactly(folder, folder.resolve("work"));
        }
        broken = false;
        assertThat(workshop().archive(web)).isRegularFile();
    }

    @Test
    void onlyTheLastFewArchivesAreKept() throws IOException {
        var similar = Files.writeString(folder.resolve("web-page-0123456789abcdef.tar"), "of another image");
        for (var version = 1; version <= 5; version++) {
            write("images/web/page", "version " + version);
            var archive = workshop().archive(web);
            Files.setLastModifiedTime(archive, FileTime.fromMillis(version * 1000L));
        }
        try (var left = Files.list(folder)) {
            assertThat(left.filter(Files::isRegularFile)).contains(similar).hasSize(1 + 3);
        }
    }

    private Workshop workshop() {
        var catalogue = new Catalogue(BASE, List.of(web, tiny));
        return new Workshop(home, folder, catalogue, new Recorder(), Progress.silent());
    }

    private void write(String path, String text) throws IOException {
        var file = home.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private final class Recorder implements Builder {
        @Override
        public String base() {
            return base;
        }

        @Override
        public void reserve() {}

        @Override
        public void build(Recipe recipe, Path context, Path archive, Progress.Step step) {
            try (var files = Files.list(context)) {
                built.add(recipe.name() + " "
                        + files.map(file -> file.getFileName().toString())
                                .sorted()
                                .toList());
                Files.writeString(archive, "half");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (broken) {
                throw new LocalException("no space");
            }
        }

        @Override
        public void close() {}
    }
}
