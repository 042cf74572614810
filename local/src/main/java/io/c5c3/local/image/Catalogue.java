package io.c5c3.local.image;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.c5c3.local.LocalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What images.yaml says: all images in build order, and what they stand on.
 *
 * @param base the public image below most of ours
 * @param foundations images that only other images use; no cluster runs them
 * @param guests disks of virtual machines, built when somebody asks for one
 */
record Catalogue(String base, List<Recipe> foundations, List<Recipe> guests, List<Recipe> images) {
    private static final Pattern REVISION = Pattern.compile("<revision>([^<]+)</revision>");

    Catalogue(String base, @Nullable List<Recipe> foundations, @Nullable List<Recipe> guests, List<Recipe> images) {
        this.base = base;
        this.foundations = Objects.requireNonNullElse(foundations, List.of());
        this.guests = Objects.requireNonNullElse(guests, List.of());
        this.images = images;
    }

    static Catalogue read(Path home) {
        var file = home.resolve("images/images.yaml");
        try {
            var text = Files.readString(file).replace("${revision}", revision(home));
            return new YAMLMapper().readValue(text, Catalogue.class);
        } catch (IOException e) {
            throw new LocalException(file + " cannot be read: run this from a whole copy of the repository.", e);
        }
    }

    /** The version of everything that is built from this repository, as the parent POM has it. */
    static String revision(Path home) throws IOException {
        var revision = REVISION.matcher(Files.readString(home.resolve("pom.xml")));
        if (!revision.find()) {
            throw new LocalException("The parent POM has no <revision>: the operator's image cannot be named.");
        }
        return revision.group(1);
    }

    List<String> names() {
        return images.stream().map(Recipe::name).toList();
    }

    Recipe named(String name) {
        return images.stream()
                .filter(image -> image.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new LocalException(
                        "There is no image '" + name + "'. These are: " + String.join(", ", names()) + "."));
    }
}
