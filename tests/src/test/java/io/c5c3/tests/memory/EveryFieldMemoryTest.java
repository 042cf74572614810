package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.catalogue.KnownService;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Json;
import io.c5c3.infrastructure.ovn.OVNClusterBlueprint;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Kinds;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing is accepted and ignored: whatever a person writes into a field of a spec, it reaches an object, a database, a queue, another
 * service, or a condition that says why not.
 */
@Tag("memory")
class EveryFieldMemoryTest {

    private static final String KEY_OF_THIS_NAMESPACE =
            "nothing is read from there: the definition wants the Secret of this namespace beside it";

    private static final String CALLS_NOBODY =
            "all services log in by the same words; this one calls no other, in no region";

    /** By kind and field, why no plan shows it. */
    private static final Map<String, String> NOT_IN_PLANS = Map.of(
            "OVNChassis encapsulation.ip", "the operator writes it from the Node, and writes it back",
            "Glance storage.rbd.cephClientRef.namespace", KEY_OF_THIS_NAMESPACE,
            "Cinder backends[].rbd.cephClientRef.namespace", KEY_OF_THIS_NAMESPACE,
            "Cinder backup.rbd.cephClientRef.namespace", KEY_OF_THIS_NAMESPACE,
            "NovaCompute rbd.cephClientRef.namespace", KEY_OF_THIS_NAMESPACE,
            "Placement keystone.region", CALLS_NOBODY,
            "Barbican keystone.region", CALLS_NOBODY,
            "Tempest deployment.preStopSleepSeconds", "a run answers nobody, so it has nothing to go on with");

    /** What a plane may say of services that this release does not have: one condition says so of each, once it is switched on. */
    private static final List<String> UNBUILT = Stream.of(KnownService.values())
            .filter(service -> service.built().isEmpty())
            .map(service -> service.id() + ".")
            .toList();

    private static SpecFields fields;
    private static Plane neighbours;

    static Stream<Blueprint<?>> blueprints() {
        return Kinds.once();
    }

    @BeforeAll
    static void prepare() {
        fields = new SpecFields(Kinds.once()
                .<Class<? extends HasMetadata>>map(Blueprint::kind)
                .sorted(Comparator.comparing(Kinds::isPlane))
                .toList());
        neighbours = new Plane();
        SamplesMemoryTest.addAll(neighbours);
        // Of the samples of OVNChassis and OVNCluster.
        neighbours
                .simulation
                .cluster()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName("hypervisor-node-01")
                        .addToLabels("node-role.kubernetes.io/hypervisor", "")
                        .endMetadata()
                        .build());
    }

    @AfterAll
    static void forget() {
        neighbours = null;
        fields = null;
    }

    @ParameterizedTest
    @MethodSource("blueprints")
    void everyFieldOfASpecMattersToSomebody(Blueprint<?> blueprint) {
        var kind = HasMetadata.getKind(blueprint.kind());
        var trial = trial(blueprint);
        var all = fields.of(blueprint.kind()).stream()
                .filter(field -> UNBUILT.stream().noneMatch(field.toString()::startsWith))
                .toList();
        assertThat(all).isNotEmpty();
        var ignored = all.stream()
                .filter(field -> !trial.matters(field))
                .map(field -> kind + " " + field)
                .toList();
        System.out.println(kind + ": " + all.size() + " fields, " + trial.plans() + " plans, not in them " + ignored);
        assertThat(ignored)
                .as("fields that change no plan, and those of which that is known")
                .containsExactlyInAnyOrderElementsOf(NOT_IN_PLANS.keySet().stream()
                        .filter(field -> field.startsWith(kind + " "))
                        .toList());
    }

    /** If a plan showed the resource that it was made from, every field would seem to matter. */
    @ParameterizedTest
    @MethodSource("blueprints")
    void aPlanDoesNotShowWhatItWasMadeFrom(Blueprint<?> blueprint) {
        var trial = trial(blueprint);
        for (var example : examples(blueprint.kind())) {
            example.withObject("/metadata").withObject("/annotations").put("mark", "of-the-resource-itself");
            assertThat(trial.planned(example)).doesNotContain("of-the-resource-itself");
        }
    }

    private static <R extends CustomResource<?, ?>> FieldTrial<R> trial(Blueprint<R> blueprint) {
        // A plane makes its own neighbours.
        var plane = Kinds.isPlane(blueprint.kind()) ? new Plane() : neighbours;
        // The nodes of a network are told by the network what their own resources say.
        List<FieldTrial<?>> readers =
                blueprint.kind() == OVNChassis.class ? List.of(trial(new OVNClusterBlueprint())) : List.of();
        return new FieldTrial<>(plane, blueprint, examples(blueprint.kind()), readers);
    }

    /** The sample of the kind first, then all other resources of it that people or golden tests have written. */
    private static List<ObjectNode> examples(Class<? extends HasMetadata> kind) {
        var sample = Repository.file("samples/" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + ".yaml");
        return Stream.of(Stream.of(sample), Examples.samples().stream(), golden().stream())
                .flatMap(files -> files)
                .flatMap(file -> Examples.in(file).stream())
                .filter(resource -> resource.getKind().equals(HasMetadata.getKind(kind))
                        && resource.getApiVersion().equals(HasMetadata.getApiVersion(kind)))
                .map(resource -> Json.MAPPER.<ObjectNode>valueToTree(resource))
                .distinct()
                .toList();
    }

    private static List<Path> golden() {
        try (var modules = Files.list(Repository.root())) {
            return modules.map(module -> module.resolve("src/test/golden"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .flatMap(EveryFieldMemoryTest::resources)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> resources(Path golden) {
        try (var files = Files.walk(golden)) {
            return files.filter(file -> file.endsWith("resource.yaml")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
