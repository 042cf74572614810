package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything a person might copy is accepted as it stands, every field of it. */
@ExtendWith(ApiServer.class)
class SamplesApiServerTest {

    private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Set<String> KINDS = Set.of("ControlPlane", "Keystone", "Memcached");

    static Stream<Path> samples() throws IOException {
        try (var files = Files.walk(Repository.file("samples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleIsAccepted(Path sample) throws IOException {
        accepted(Files.readString(sample));
    }

    /** The design documents are not part of this repository; where they lie beside it, their own text is what counts. */
    @Test
    void theExamplesOfTheDesignDocumentsAreAccepted() throws IOException {
        var documents = Repository.root().resolveSibling("shared").resolve("seeds");
        var examples = new ArrayList<String>();
        if (Files.isDirectory(documents)) {
            try (var files = Files.list(documents)) {
                for (var file : files.toList()) {
                    var blocks = YAML_BLOCK.matcher(Files.readString(file));
                    while (blocks.find()) {
                        examples.add(blocks.group(1));
                    }
                }
            }
        } else {
            try (var files = Files.list(Repository.file("samples/design"))) {
                for (var file : files.toList()) {
                    examples.add(Files.readString(file));
                }
            }
        }
        var checked = examples.stream()
                .map(SamplesApiServerTest::accepted)
                .mapToInt(List::size)
                .sum();
        assertThat(checked).isGreaterThanOrEqualTo(KINDS.size());
    }

    private static List<String> accepted(String text) {
        var names = new ArrayList<String>();
        for (var document : text.split("(?m)^---$")) {
            var resource = Serialization.unmarshal(document, GenericKubernetesResource.class);
            if (resource == null
                    || resource.getKind() == null
                    || !KINDS.contains(resource.getKind())
                    || !resource.getApiVersion().contains("c5c3.io")) {
                continue;
            }
            resource.getMetadata().setNamespace("default");
            names.add(ApiServer.client()
                    .resource(resource)
                    .dryRun()
                    .fieldValidation(FieldValidateable.Validation.STRICT)
                    .create()
                    .getMetadata()
                    .getName());
        }
        return names;
    }
}
