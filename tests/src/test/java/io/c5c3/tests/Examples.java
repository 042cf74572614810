package io.c5c3.tests;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The YAML that people copy: our samples, and the examples of the design documents. */
public final class Examples {

    private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private Examples() {}

    /** Every sample, with the examples of the design that are kept among them. */
    public static List<Path> samples() {
        return yaml(Repository.file("samples"), Integer.MAX_VALUE);
    }

    /** The samples of our own. */
    public static List<Path> own() {
        return yaml(Repository.file("samples"), 1);
    }

    /** The examples of the design as this repository keeps them. */
    public static List<Path> kept() {
        return yaml(Repository.file("samples/design"), 1);
    }

    /**
     * The design documents. They are not part of this repository; where they lie beside it, their own text is what counts, and there is
     * nothing in this list where they do not.
     */
    public static List<Path> documents() {
        var folder = Repository.root().resolveSibling("shared").resolve("seeds");
        return Files.isDirectory(folder) ? files(folder, 1) : List.of();
    }

    /** The examples of the design: from its documents, or else as they are kept here. */
    public static List<GenericKubernetesResource> ofTheDesign() {
        var found = new ArrayList<GenericKubernetesResource>();
        for (var document : documents()) {
            var blocks = YAML_BLOCK.matcher(text(document));
            while (blocks.find()) {
                found.addAll(resources(blocks.group(1)));
            }
        }
        return found.isEmpty()
                ? kept().stream().flatMap(file -> in(file).stream()).toList()
                : found;
    }

    /** The resources in a file, one by one. */
    public static List<GenericKubernetesResource> in(Path file) {
        return resources(text(file));
    }

    /** The resources in a text, one by one. */
    public static List<GenericKubernetesResource> resources(String text) {
        return Arrays.stream(text.split("(?m)^---$"))
                .map(part -> Serialization.unmarshal(part, GenericKubernetesResource.class))
                .filter(Objects::nonNull)
                .filter(resource -> resource.getKind() != null)
                .toList();
    }

    private static List<Path> yaml(Path folder, int depth) {
        return files(folder, depth).stream()
                .filter(file -> file.toString().endsWith(".yaml"))
                .toList();
    }

    private static List<Path> files(Path folder, int depth) {
        try (var files = Files.walk(folder, depth)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
