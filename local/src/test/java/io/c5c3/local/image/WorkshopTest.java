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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkshopTest {
    private static final String BASE = "docker.io/library/debian:trixie-slim";

    @TempDir
    Path home;

    @TempDir
    Path folder;

    private final List<String> built = new CopyOnWriteArrayList<>();
    private final Recipe web = new Recipe("web", List.of("example.org/web:1"), List.of(), false, List.of());
    private final Recipe tiny = new Recipe("tiny", List.of("example.org/tiny:1"), List.of(), false, List.of());
    private final Recipe ground = new Recipe("ground", List.of("example.org/ground:1"), List.of(), false, List.of());
    private final Recipe house = new Recipe("house", List.of("example.org/house:1"), List.of(), false, List.of());
    private final Recipe visitor = new Recipe("visitor", List.of("visitor-1"), List.of(), false, List.of());
    private String base = "first";
    private boolean broken;
    private Runnable waiting = () -> {};

    @BeforeEach
    void someImages() {
        write("images/web/Containerfile", "FROM " + BASE + " AS build\nCOPY page /\n");
        write("images/web/page", "hello");
        write("images/tiny/Containerfile", "FROM scratch\nCOPY tiny /\n");
        write("images/ground/Containerfile", "FROM " + BASE + "\n");
        write("images/visitor/Containerfile", "FROM scratch\nCOPY bag /\n");
        write("images/house/Containerfile", "FROM example.org/ground:1 AS below\nFROM scratch\n");
    }

    @Test
    void whatIsThereIsNotBuiltAgain() {
        var first = workshop().archive(web);
        assertThat(workshop().archive(web)).isEqualTo(first).isRegularFile();
        assertThat(first.getFileName().toString()).matches("web-[0-9a-f]{16}\\.tar");
        assertThat(built).containsExactly("web [Containerfile, page]");
    }

    @Test
    void aChangedFileMakesAnotherArchive() {
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
        var renamed = new Recipe("web", List.of("example.org/web:2"), List.of(), false, List.of());
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
    void aFoundationIsBuiltBeforeAndLent() {
        workshop().archive(house);
        assertThat(built).containsExactly("ground [Containerfile]", "lent ground", "house [Containerfile]");
    }

    @Test
    void aFoundationInTheCacheIsLentOnly() {
        workshop().archive(house);
        built.clear();
        write("images/house/door", "open");
        workshop().archive(house);
        assertThat(built).containsExactly("lent ground", "house [Containerfile, door]");
    }

    @Test
    void whatStandsOnAFoundationFollowsIt() {
        var first = workshop().archive(house);
        write("images/ground/stone", "big");
        assertThat(workshop().archive(house)).isNotEqualTo(first);
        base = "second";
        built.clear();
        workshop().archive(house);
        assertThat(built).containsExactly("ground [Containerfile, stone]", "lent ground", "house [Containerfile]");
    }

    @Test
    void aFoundationThatIsGoneIsNotMissedByWhatIsThere() throws IOException {
        var first = workshop().archive(house);
        Files.delete(workshop().archive(ground));
        built.clear();
        assertThat(workshop().archive(house)).isEqualTo(first);
        assertThat(built).isEmpty();
    }

    @Test
    void aFoundationThatTwoWantAtOnceIsBuiltOnce() throws Exception {
        var tower = new Recipe("tower", List.of("example.org/tower:1"), List.of(), false, List.of());
        write("images/tower/Containerfile", "FROM example.org/ground:1\n");
        var workshop = workshop();
        try (var threads = Executors.newFixedThreadPool(2)) {
            var both = List.of(
                    threads.submit(() -> workshop.archive(house)), threads.submit(() -> workshop.archive(tower)));
            for (var each : both) {
                assertThat(each.get()).isRegularFile();
            }
        }
        assertThat(built).containsOnlyOnce("ground [Containerfile]");
    }

    @Test
    void whatIsChangedWhileWaitingForTheTurnIsBuiltUnderItsOwnName() {
        waiting = () -> write("images/web/page", "changed");
        var archive = workshop().archive(web);
        waiting = () -> {};
        assertThat(workshop().archive(web)).isEqualTo(archive);
        assertThat(built).hasSize(1);
        write("images/web/page", "hello");
        assertThat(workshop().archive(web)).isNotEqualTo(archive);
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

    @Test
    void ofAGuestOnlyTheLastFewDisksAreKept() throws IOException {
        for (var version = 1; version <= 4; version++) {
            write("images/visitor/bag", "version " + version);
            var disk = workshop().archive(visitor);
            assertThat(disk.getFileName().toString()).matches("visitor-[0-9a-f]{16}\\.raw\\.gz");
            assertThat(workshop().archive(visitor)).isEqualTo(disk);
            Files.setLastModifiedTime(disk, FileTime.fromMillis(version * 1000L));
        }
        assertThat(built).hasSize(4);
        try (var left = Files.list(folder)) {
            assertThat(left.filter(Files::isRegularFile)).hasSize(3);
        }
    }

    private Workshop workshop() {
        var catalogue = new Catalogue(BASE, List.of(ground), List.of(visitor), List.of(web, tiny, house));
        return new Workshop(home, folder, catalogue, new Recorder(), Progress.silent());
    }

    private void write(String path, String text) {
        var file = home.resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Recorder implements Builder {
        @Override
        public String base() {
            return base;
        }

        @Override
        public void reserve() {
            waiting.run();
        }

        @Override
        public void lend(Recipe foundation, Path archive) {
            assertThat(archive).isRegularFile();
            built.add("lent " + foundation.name());
        }

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
