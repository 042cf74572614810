package io.c5c3.local.image;

import io.c5c3.local.Cache;
import io.c5c3.local.Home;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The images of this repository (images/images.yaml) as archives that a container runtime can load. */
public final class Images {
    // Builds wait for downloads half of the time and use more than one core the other half.
    private static final int AT_ONCE = 2;

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

    /** Builds what is stale, and returns one OCI archive per image from the cache, in the order asked for. */
    public static List<Path> build(List<String> names, Progress progress) {
        var home = Home.directory();
        var catalogue = Catalogue.read(home);
        var recipes = names.stream().map(catalogue::named).toList();
        var folder = folder();
        try (var builder = new BuildahBuilder(folder, catalogue, progress);
                var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var workshop = new Workshop(home, folder, catalogue, builder, progress);
            var archives = recipes.stream()
                    .map(recipe -> threads.submit(() -> workshop.archive(recipe)))
                    .toList();
            try {
                return results(archives);
            } finally {
                // After a failure, what has not begun need not begin.
                threads.shutdownNow();
            }
        }
    }

    private static List<Path> results(List<Future<Path>> archives) {
        var results = new ArrayList<Path>();
        try {
            for (var archive : archives) {
                results.add(archive.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalException("Interrupted while images were built; run the same command again.", e);
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
