package io.c5c3.local.image;

import io.c5c3.local.Cache;
import io.c5c3.local.Debian;
import io.c5c3.local.Home;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import io.c5c3.local.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** The images of this repository (images/images.yaml) as archives that a container runtime can load. */
public final class Images {
    // Builds wait for downloads half of the time and use more than one core the other half.
    private static final int AT_ONCE = 2;

    private static final String GUEST = "guest-";

    private Images() {}

    /** All images, in build order. */
    public static List<String> names() {
        return Catalogue.read(Home.directory()).names();
    }

    /** Those that a cloud with these parts needs, in build order. */
    public static List<String> names(Set<String> parts) {
        return Catalogue.read(Home.directory()).images().stream()
                .filter(recipe ->
                        recipe.parts().isEmpty() || recipe.parts().stream().anyMatch(parts::contains))
                .map(Recipe::name)
                .toList();
    }

    /** What pods call an image, e.g. keystone: ghcr.io/c5c3/keystone:28.0.0. */
    public static String reference(String name) {
        return Catalogue.read(Home.directory()).named(name).reference();
    }

    /** The names of all images, by what pods call them. */
    public static Map<String, String> references() {
        var names = new TreeMap<String, String>();
        for (var recipe : Catalogue.read(Home.directory()).images()) {
            recipe.references().forEach(reference -> names.put(reference, recipe.name()));
        }
        return names;
    }

    /** Builds what is stale, and returns one OCI archive per image from the cache, in the order asked for. */
    public static List<Path> build(List<String> names, Progress progress) {
        var catalogue = Catalogue.read(Home.directory());
        return build(catalogue, names.stream().map(catalogue::named).toList(), progress);
    }

    /** All guests, e.g. debian. */
    public static List<String> guests() {
        return Catalogue.read(Home.directory()).guests().stream()
                .map(guest -> guest.name().substring(GUEST.length()))
                .toList();
    }

    /** Builds the disk of a guest if it is stale. */
    public static Guest guest(String name, Progress progress) {
        var catalogue = Catalogue.read(Home.directory());
        var recipe = catalogue.guests().stream()
                .filter(guest -> guest.name().equals(GUEST + name))
                .findFirst()
                .orElseThrow(() -> new LocalException(
                        "There is no guest '" + name + "'. There are: " + String.join(", ", guests()) + "."));
        return new Guest(
                recipe.reference(), build(catalogue, List.of(recipe), progress).getFirst());
    }

    private static List<Path> build(Catalogue catalogue, List<Recipe> recipes, Progress progress) {
        var home = Home.directory();
        var folder = folder();
        Debian.ensure(progress);
        try (var builder = new BuildahBuilder(folder, catalogue, progress)) {
            var workshop = new Workshop(home, folder, catalogue, builder, progress);
            return Together.all(
                    recipes.stream()
                            .<Callable<Path>>map(recipe -> () -> workshop.archive(recipe))
                            .toList(),
                    AT_ONCE);
        }
    }

    private static Path folder() {
        var folder = Cache.directory().resolve("images");
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new LocalException(
                    "The cache " + folder + " cannot be made: set C5C3_CACHE to a folder that can.", e);
        }
    }
}
