package io.c5c3.local.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.c5c3.local.Home;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every image of this repository. */
class ImagesTest {
    // Its helper pods make and remove folders of others.
    private static final Set<String> ROOT = Set.of("local-path-provisioner");

    private final Path folder = Home.directory().resolve("images");
    private final Catalogue catalogue = Catalogue.read(Home.directory());

    @Test
    void namesAreThoseOfTheSeeds() {
        assertThat(Images.reference("keystone")).isEqualTo("ghcr.io/c5c3/keystone:28.0.0");
        assertThat(Images.reference("operator")).matches("ghcr\\.io/c5c3/operator:\\d+\\.\\d+\\.\\d+");
        assertThatThrownBy(() -> Images.reference("windows"))
                .isInstanceOf(LocalException.class)
                .hasMessageStartingWith("There is no image 'windows'. These are: pause, coredns");
    }

    @Test
    void everyFolderIsAnImage() throws IOException {
        try (var folders = Files.list(folder)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(all().map(Recipe::name).toList());
        }
    }

    @Test
    void everyImageStandsOnWhatIsOursOrOnNothingAndIsNotRoot() throws IOException {
        var grounds = Stream.concat(
                        Stream.of(catalogue.base(), "scratch"),
                        catalogue.foundations().stream().map(Recipe::reference))
                .toList();
        for (var image : catalogue.images()) {
            var lines = containerfile(image.name());
            assertThat(lines.stream().filter(line -> line.startsWith("FROM ")))
                    .as(image.name())
                    .isNotEmpty()
                    .allMatch(line -> grounds.contains(line.split(" ", -1)[1]));
            assertThat(lines.stream().anyMatch(line -> line.matches("USER [1-9]\\d*:[1-9]\\d*")))
                    .as(image.name())
                    .isEqualTo(!ROOT.contains(image.name()));
        }
    }

    @Test
    void everyGuestIsBuiltOfOursAndHasADisk() throws IOException {
        assertThat(Images.guests()).contains("debian");
        for (var guest : catalogue.guests()) {
            var lines = containerfile(guest.name());
            assertThat(guest.name()).startsWith("guest-");
            assertThat(lines.stream().filter(line -> line.startsWith("FROM ")))
                    .as(guest.name())
                    .allMatch(line -> List.of(catalogue.base(), "scratch").contains(line.split(" ", -1)[1]));
            assertThat(lines).as(guest.name()).anyMatch(line -> line.contains("disk.raw.gz"));
        }
        assertThatThrownBy(() -> Images.guest("windows", Progress.silent()))
                .isInstanceOf(LocalException.class)
                .hasMessageStartingWith("There is no guest 'windows'. There are: debian");
    }

    @Test
    void aDiskSaysWhatItWasMadeOf() {
        assertThat(new Guest("debian-13", Path.of("guest-debian-0123456789abcdef.raw.gz")).source())
                .isEqualTo("0123456789abcdef");
    }

    @Test
    void everyProgramIsCopied() throws IOException {
        for (var image : catalogue.images()) {
            for (var program : image.programs()) {
                assertThat(containerfile(image.name()))
                        .as(image.name())
                        .anyMatch(line -> line.startsWith("COPY " + program + " "));
            }
        }
    }

    @Test
    void pythonImagesAreLockedByHash() throws IOException {
        var python = all().map(Recipe::name)
                .filter(name -> Files.exists(folder.resolve(name).resolve("requirements.in")))
                .toList();
        assertThat(python).contains("python-base", "keystone", "openstackclient");
        for (var name : python) {
            var locked = Files.readAllLines(folder.resolve(name).resolve("requirements.txt"));
            assertThat(locked).as(name).noneMatch(line -> line.contains("://"));
            for (var at = 0; at < locked.size(); at++) {
                if (locked.get(at).contains("==")) {
                    assertThat(locked.get(at + 1)).as(locked.get(at)).contains("--hash=sha256:");
                }
            }
        }
    }

    @Test
    void pythonImagesAreTaggedWithTheVersionInside() throws IOException {
        for (var image :
                all().filter(each -> !each.name().equals("python-base")).toList()) {
            var wanted = folder.resolve(image.name()).resolve("requirements.in");
            if (Files.exists(wanted)) {
                var tag = image.reference().substring(image.reference().lastIndexOf(':') + 1);
                assertThat(Files.readAllLines(wanted)).as(image.name()).anyMatch(line -> line.endsWith("==" + tag));
            }
        }
    }

    private Stream<Recipe> all() {
        return Stream.of(catalogue.foundations(), catalogue.guests(), catalogue.images())
                .flatMap(List::stream);
    }

    private List<String> containerfile(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name).resolve("Containerfile"));
    }
}
