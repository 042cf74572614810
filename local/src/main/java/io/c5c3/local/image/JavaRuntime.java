package io.c5c3.local.image;

import io.c5c3.local.Command;
import io.c5c3.local.LocalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Java runtime with just the modules the operator needs, made by jlink from the JDK that runs this program. */
record JavaRuntime(Path jdk, Path cache) implements Ingredient {
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.security.jgss",
            "java.sql",
            "java.xml",
            "jdk.httpserver",
            "jdk.management",
            "jdk.net",
            "jdk.unsupported");

    // Not compressed: layers are, and the program starts faster from plain files.
    private static final List<String> OPTIONS = List.of(
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--add-modules",
            String.join(",", MODULES));

    @Override
    public void identify(Fingerprint fingerprint) {
        fingerprint.file("jdk", jdk.resolve("release")).text("jlink", String.join(" ", OPTIONS));
    }

    @Override
    public void put(Path context) {
        Command.of("cp", "-a", made().toString(), context.resolve("runtime").toString())
                .run();
    }

    private Path made() {
        var fingerprint = new Fingerprint();
        identify(fingerprint);
        var runtime = cache.resolve("runtime-" + fingerprint.hex());
        if (Files.isDirectory(runtime)) {
            return runtime;
        }
        var jlink = jdk.resolve("bin/jlink");
        if (!Files.isExecutable(jlink)) {
            throw new LocalException(jdk + " has no jlink: set JAVA_HOME to a whole JDK 25, not a runtime.");
        }
        var unfinished = Builder.work(cache).resolve("runtime");
        try {
            Command.of(jlink.toString())
                    .and(OPTIONS)
                    .and("--output", unfinished.toString())
                    .run();
            // The authorities of this machine are no business of the image; the operator trusts those it is given.
            Files.deleteIfExists(unfinished.resolve("lib/security/cacerts"));
            return Files.move(unfinished, runtime);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
