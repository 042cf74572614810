package io.c5c3.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.Blueprint;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** There is a sample for every kind, and it leaves out nothing that the design shows. */
class SamplesTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static Stream<Class<? extends HasMetadata>> kinds() {
        return Kinds.once().map(Blueprint::kind);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aKindHasASampleWithEveryFieldThatTheDesignShows(Class<? extends HasMetadata> kind) {
        var sample = Repository.file("samples/" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + ".yaml");
        assertThat(sample).exists();
        var shown = fields(of(kind, Examples.in(sample)));
        assertThat(shown).as("fields of %s in %s", kind.getSimpleName(), sample).isNotEmpty();
        assertThat(shown).as(sample.toString()).containsAll(fields(of(kind, Examples.ofTheDesign())));
    }

    @Test
    void whatIsKeptOfTheDesignIsItsOwnText() {
        assumeFalse(Examples.documents().isEmpty(), "the design documents are not here");
        var originals = Examples.ofTheDesign();
        for (Path file : Examples.kept()) {
            assertThat(originals.containsAll(Examples.in(file)))
                    .as("%s is as the design has it", file)
                    .isTrue();
        }
    }

    /** The kinds of ours that the documents show and the repository forgot to keep would go untested where there are no documents. */
    @Test
    void allOfItIsKept() {
        assumeFalse(Examples.documents().isEmpty(), "the design documents are not here");
        var kept = Examples.kept().stream()
                .flatMap(file -> Examples.in(file).stream())
                .toList();
        kinds().forEach(kind -> assertThat(kept.containsAll(of(kind, Examples.ofTheDesign())))
                .as("samples/design has every example of a %s", HasMetadata.getKind(kind))
                .isTrue());
    }

    private static List<GenericKubernetesResource> of(
            Class<? extends HasMetadata> kind, List<GenericKubernetesResource> resources) {
        return resources.stream()
                .filter(resource -> resource.getKind().equals(HasMetadata.getKind(kind))
                        && resource.getApiVersion().equals(HasMetadata.getApiVersion(kind)))
                .toList();
    }

    private static Set<String> fields(List<GenericKubernetesResource> resources) {
        var fields = new TreeSet<String>();
        resources.forEach(resource ->
                collect(MAPPER.valueToTree(resource.getAdditionalProperties().get("spec")), "spec", fields));
        return fields;
    }

    /** The path of every value; members of a list go by one path. */
    private static void collect(JsonNode node, String path, Set<String> fields) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties().forEach(field -> collect(field.getValue(), path + "." + field.getKey(), fields));
        } else if (node.isArray() && !node.isEmpty()) {
            node.forEach(member -> collect(member, path + "[]", fields));
        } else {
            fields.add(path);
        }
    }
}
