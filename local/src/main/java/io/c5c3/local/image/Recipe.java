package io.c5c3.local.image;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One entry of images.yaml: an image, what it is called and what its context holds besides its own folder.
 *
 * @param parts what of a cloud asks for it; nothing for those that every cloud needs
 */
record Recipe(String name, List<String> references, List<String> programs, boolean application, List<String> parts) {
    Recipe(
            String name,
            List<String> references,
            @Nullable List<String> programs,
            boolean application,
            @Nullable List<String> parts) {
        this.name = name;
        this.references = List.copyOf(references);
        this.programs = Objects.requireNonNullElse(programs, List.of());
        this.application = application;
        this.parts = Objects.requireNonNullElse(parts, List.of());
    }

    String reference() {
        return references.getFirst();
    }
}
