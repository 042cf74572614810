package io.c5c3.engine.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Scripts that the operator brings and pods run. They stand beside the classes that mount them, and say themselves what they are for. */
public final class Shipped {

    private Shipped() {}

    /**
     * What is in a file.
     *
     * @param beside the class it stands beside
     */
    public static String file(Class<?> beside, String name) {
        try (var stream = beside.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
