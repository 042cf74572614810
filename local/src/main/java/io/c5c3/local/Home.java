package io.c5c3.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The repository this program was started from: it holds the pinned modules and the image recipes. */
public final class Home {
    private static final Path MODULES = Path.of("local", "modules");

    private Home() {}

    /** {@code C5C3_HOME} (system property, then environment), else the nearest folder upward that holds local/modules. */
    public static Path directory() {
        var told = System.getProperty("C5C3_HOME", System.getenv().getOrDefault("C5C3_HOME", ""));
        return told.isBlank()
                ? upwardFrom(Path.of("").toAbsolutePath())
                : Path.of(told).toAbsolutePath();
    }

    static Path modules() {
        return directory().resolve(MODULES);
    }

    static Path upwardFrom(Path start) {
        return Stream.iterate(start, folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve(MODULES)))
                .findFirst()
                .orElseThrow(() -> new LocalException("No local/modules was found from " + start
                        + " upward: run this from the repository, or set C5C3_HOME to it."));
    }
}
