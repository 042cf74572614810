package io.c5c3.node.compute;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that agents start with, as they lie beside the classes. */
final class Scripts {

    static final String LIBVIRT = "libvirt.sh";
    static final String COMPUTE = "compute.sh";
    static final String PROBE = "probe.sh";

    private Scripts() {}

    static String text(String name) {
        try (var stream = Scripts.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("The program lacks its script " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
