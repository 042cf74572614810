package io.c5c3.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.c5c3.api.catalogue.KnownService;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What people get to read, and that it can be applied. */
class DefinitionsTest {

    /** {@code kubectl apply} keeps what it applied in an annotation, and annotations may be 262,144 bytes altogether. */
    private static final int MOST = 250_000;

    private static final int MOST_OF_A_PLANE = 220_000;
    private static final String PLANE = "controlplanes.c5c3.io";
    private static final String OTHER_PLANE = "openstackcontrolplanes.openstack.k8s.io";

    /** So many services are still to come. Who adds one takes one off. */
    private static final int FURTHER_SERVICES = 26;

    private static final List<CustomResourceDefinition> ALL = Definitions.of(Catalogue.all());

    @Test
    void everyDefinitionCanBeApplied() {
        for (var definition : ALL) {
            var name = definition.getMetadata().getName();
            assertThat(bytes(definition))
                    .as("%s, as compact JSON", name)
                    .isLessThan(Set.of(PLANE, OTHER_PLANE).contains(name) ? MOST_OF_A_PLANE : MOST);
        }
    }

    /** Placement has the fields that all services share, and no others. */
    @Test
    void aPlaneHasRoomForTheServicesToCome() {
        var plane = named(PLANE);
        var services = Definitions.property(Definitions.property(schema(plane), "spec"), "services");
        var one = bytes(Definitions.property(services, "placement"));
        assertThat(bytes(plane) + FURTHER_SERVICES * one).isLessThan(MOST_OF_A_PLANE);
        var later = Stream.of(KnownService.values())
                .filter(service -> service.built().isEmpty())
                .count();
        assertThat(bytes(named(OTHER_PLANE)) + later * one).isLessThan(MOST_OF_A_PLANE);
    }

    /** What people type means one kind, though two groups have kinds of one name. */
    @Test
    void noTwoKindsGoByOneNameInKubectl() {
        var names = new ArrayList<String>();
        for (var definition : ALL) {
            var own = definition.getSpec().getNames();
            names.addAll(new HashSet<>(
                    Stream.concat(Stream.of(own.getPlural(), own.getSingular()), own.getShortNames().stream())
                            .toList()));
        }
        assertThat(names).hasSizeGreaterThan(ALL.size()).doesNotHaveDuplicates();
    }

    @Test
    void everyFieldIsDescribed() {
        var silent = new ArrayList<String>();
        for (var kind : Catalogue.kinds(Catalogue.all())) {
            var name = HasMetadata.getFullResourceName(kind);
            var schema = schema(named(name));
            assertThat(schema.getDescription()).as(name).isNotBlank();
            Field.of(kind, schema).stream()
                    .filter(field -> field.schema().getDescription() == null)
                    .forEach(field -> silent.add(HasMetadata.getKind(kind) + " " + field.path()));
        }
        assertThat(silent)
                .as("fields that neither a @param nor the Javadoc of their type speaks of")
                .isEmpty();
    }

    @Test
    void descriptionsAreOfTheFieldOfItsTypeOrOfItsName() {
        var spec = Definitions.property(schema(named("keystones.keystone.openstack.c5c3.io")), "spec");
        assertThat(Definitions.property(spec, "fernet").getDescription()).isEqualTo("Keys that sign tokens.");
        assertThat(Definitions.property(spec, "replicas").getDescription()).isEqualTo("How many pods do this work.");
        assertThat(Definitions.property(spec, "deletionPolicy").getDescription())
                .isEqualTo("What happens to data (volumes, databases, keys) when the resource is deleted."
                        + " Retain: it stays, and a resource of the same name finds it again."
                        + " Delete: it goes with the resource.");
        assertThat(Definitions.property(Definitions.property(spec, "database"), "port")
                        .getDescription())
                .isEqualTo("The port of that server; 3306 by default.");
    }

    @Test
    void howPodsArePlacedIsOpenInAPlaneOnly() {
        var services = Definitions.property(Definitions.property(schema(named(PLANE)), "spec"), "services");
        var open = Definitions.property(Definitions.property(services, "nova"), "deployment");
        assertThat(open.getXKubernetesPreserveUnknownFields()).isTrue();
        assertThat(open.getProperties()).isNullOrEmpty();
        assertThat(open.getDescription()).contains("kubectl explain keystone.spec.deployment");
        var typed = Definitions.property(
                Definitions.property(schema(named("novas.nova.openstack.c5c3.io")), "spec"), "deployment");
        assertThat(typed.getProperties()).containsKeys("tolerations", "affinity");
    }

    @Test
    void oneCategoryHasAllKinds() {
        assertThat(ALL)
                .allSatisfy(
                        definition -> assertThat(definition.getSpec().getNames().getCategories())
                                .contains("c5c3"));
    }

    private static CustomResourceDefinition named(String name) {
        return ALL.stream()
                .filter(definition -> definition.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JSONSchemaProps schema(CustomResourceDefinition definition) {
        return definition.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
    }

    private static int bytes(Object object) {
        try {
            return Json.MAPPER.writeValueAsString(object).getBytes(StandardCharsets.UTF_8).length;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
