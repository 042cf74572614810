package io.c5c3.local;

import java.nio.file.Path;
import java.util.Map;

/** Where things that took long to make are kept between runs: built programs and images. Safe to delete at any time. */
public final class Cache {
    private Cache() {}

    /** {@code $C5C3_CACHE}, else {@code $XDG_CACHE_HOME/c5c3}, else {@code ~/.cache/c5c3}. */
    public static Path directory() {
        return directory(System.getenv(), System.getProperty("user.home"));
    }

    static Path directory(Map<String, String> environment, String home) {
        var own = environment.getOrDefault("C5C3_CACHE", "");
        if (!own.isBlank()) {
            return Path.of(own).toAbsolutePath();
        }
        var shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (shared.isBlank() ? Path.of(home, ".cache") : Path.of(shared))
                .resolve("c5c3")
                .toAbsolutePath();
    }
}
