package io.c5c3.local.image;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One entry of images.yaml: an image, what it is called and what its context holds besides its own folder. */
record Recipe(String name, List<String> references, List<String> programs, boolean application) {
    Recipe(String name, List<String> references, @Nullable List<String> programs, boolean application) {
        this.name = name;
        this.references = List.copyOf(references);
        this.programs = Objects.requireNonNullElse(programs, List.of());
        this.application = application;
    }

    String reference() {
        return references.getFirst();
    }
}
