package io.c5c3.local.image;

import io.c5c3.local.LocalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Something in an image's build context: it can tell what it is, and put itself there. */
interface Ingredient {
    void identify(Fingerprint fingerprint);

    void put(Path context);

    /** All files of a folder, at the top of the context. */
    static Ingredient folder(Path folder) {
        return new Ingredient() {
            @Override
            public void identify(Fingerprint fingerprint) {
                try (var files = Files.walk(folder)) {
                    files.filter(Files::isRegularFile)
                            .sorted()
                            .forEach(file ->
                                    fingerprint.file(folder.relativize(file).toString(), file));
                } catch (IOException e) {
                    throw new LocalException("There is no folder " + folder + " to build an image from.", e);
                }
            }

            @Override
            public void put(Path context) {
                try (var files = Files.walk(folder)) {
                    files.filter(Files::isRegularFile)
                            .forEach(file -> copy(file, context.resolve(folder.relativize(file))));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /** One file, under a name of the context's choosing. */
    static Ingredient file(String name, Path file) {
        return new Ingredient() {
            @Override
            public void identify(Fingerprint fingerprint) {
                fingerprint.file(name, file);
            }

            @Override
            public void put(Path context) {
                copy(file, context.resolve(name));
            }
        };
    }

    private static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to.getParent());
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
