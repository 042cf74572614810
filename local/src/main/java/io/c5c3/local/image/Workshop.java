package io.c5c3.local.image;

import io.c5c3.local.Command;
import io.c5c3.local.LocalException;
import io.c5c3.local.Progress;
import io.c5c3.local.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Knows which archives are stale: an archive's name says what it was made of, so one that is there is never stale.
 *
 * @param home the repository
 * @param folder where archives are kept
 */
record Workshop(Path home, Path folder, Catalogue catalogue, Builder builder, Progress progress) {
    // Going back to the last version, or to that of another working copy, should not build anything.
    private static final int KEPT = 3;

    /** The archive of an image, or the disk of a guest, built if it is not there yet. */
    Path archive(Recipe recipe) {
        var archive = archive(recipe, ingredients(recipe));
        if (Files.exists(archive)) {
            return archive;
        }
        // Two images may want the same foundation at once: one of them builds it, the other waits.
        synchronized (recipe) {
            builder.reserve();
            return built(recipe);
        }
    }

    /** Looks again: another process may have built it, or a person changed it, while this one waited for its turn. */
    private Path built(Recipe recipe) {
        var ingredients = ingredients(recipe);
        var archive = archive(recipe, ingredients);
        if (!Files.exists(archive)) {
            foundations(recipe).forEach(foundation -> builder.lend(foundation, archive(foundation)));
            progress.run("Building image " + recipe.reference(), step -> build(recipe, ingredients, archive, step));
        }
        return archive;
    }

    private Path archive(Recipe recipe, List<Ingredient> ingredients) {
        return folder.resolve(recipe.name() + "-" + fingerprint(recipe, ingredients) + ending(recipe));
    }

    private String ending(Recipe recipe) {
        return catalogue.guests().contains(recipe) ? ".raw.gz" : ".tar";
    }

    /** Those of our own images that its Containerfile says FROM. */
    private List<Recipe> foundations(Recipe recipe) {
        var grounds = grounds(recipe);
        return catalogue.foundations().stream()
                .filter(foundation -> grounds.contains(foundation.reference()))
                .toList();
    }

    private List<Ingredient> ingredients(Recipe recipe) {
        var ingredients = new ArrayList<Ingredient>();
        ingredients.add(Ingredient.folder(source(recipe)));
        for (var program : recipe.programs()) {
            ingredients.add(Ingredient.file(program, Tools.find(program, progress)));
        }
        if (recipe.application()) {
            ingredients.addAll(Application.ingredients(home, folder));
        }
        return ingredients;
    }

    private String fingerprint(Recipe recipe, List<Ingredient> ingredients) {
        var fingerprint = new Fingerprint();
        fingerprint.text("references", String.join(" ", recipe.references()));
        if (grounds(recipe).contains(catalogue.base())) {
            fingerprint.text("base", builder.base());
        }
        for (var foundation : foundations(recipe)) {
            fingerprint.text("foundation", fingerprint(foundation, ingredients(foundation)));
        }
        ingredients.forEach(ingredient -> ingredient.identify(fingerprint));
        return fingerprint.hex();
    }

    /** What its Containerfile says FROM. */
    private Set<String> grounds(Recipe recipe) {
        var containerfile = source(recipe).resolve("Containerfile");
        try (var lines = Files.lines(containerfile)) {
            return lines.filter(line -> line.startsWith("FROM "))
                    .map(line -> line.split(" ", -1)[1])
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new LocalException(containerfile + " cannot be read: image " + recipe.name() + " has no recipe.", e);
        }
    }

    private void build(Recipe recipe, List<Ingredient> ingredients, Path archive, Progress.Step step) {
        try {
            var work = Files.createTempDirectory(Files.createDirectories(Builder.work(folder)), recipe.name());
            try {
                var context = Files.createDirectory(work.resolve("context"));
                // Renamed when it is whole, so that a killed build leaves nothing that looks like an archive.
                var unfinished = work.resolve(archive.getFileName());
                ingredients.forEach(ingredient -> ingredient.put(context));
                builder.build(recipe, context, unfinished, step);
                Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Command.of("rm", "-rf", work.toString()).run();
            }
            forgetOld(recipe);
        } catch (IOException e) {
            throw new LocalException(
                    "The cache " + folder + " cannot be written: set C5C3_CACHE to a folder that can.", e);
        }
    }

    private void forgetOld(Recipe recipe) throws IOException {
        try (var files = Files.list(folder)) {
            var kind = Pattern.compile(recipe.name() + "-[0-9a-f]{16}" + Pattern.quote(ending(recipe)));
            var old = files.filter(
                            file -> kind.matcher(file.getFileName().toString()).matches())
                    .sorted(Comparator.comparing(Workshop::lastModified).reversed())
                    .skip(KEPT)
                    .toList();
            for (var file : old) {
                Files.deleteIfExists(file);
            }
        }
    }

    private Path source(Recipe recipe) {
        return home.resolve("images").resolve(recipe.name());
    }

    private static long lastModified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
