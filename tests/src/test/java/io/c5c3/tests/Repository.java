package io.c5c3.tests;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of this repository, wherever it was cloned to. */
public final class Repository {

    private Repository() {}

    public static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("samples/identity.yaml"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    public static Path file(String name) {
        return root().resolve(name);
    }
}
