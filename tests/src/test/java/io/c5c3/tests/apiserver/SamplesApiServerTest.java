package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.c5c3.app.Catalogue;
import io.c5c3.tests.Examples;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything a person might copy is accepted as it stands, every field of it. */
@ExtendWith(ApiServer.class)
class SamplesApiServerTest {

    private static final String FRONT_END = "OpenStackControlPlane";

    /** Examples name the namespaces they are for. */
    @BeforeAll
    static void namespaces() {
        for (var name : List.of("openstack", "ovn-system", "rook-ceph")) {
            ApiServer.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .serverSideApply();
        }
    }

    static Stream<Path> samples() {
        return Examples.samples().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleIsAccepted(Path sample) {
        var resources = Examples.in(sample);
        assertThat(resources).isNotEmpty();
        resources.forEach(SamplesApiServerTest::accept);
    }

    /**
     * The examples of the design documents, from their own text where they lie beside this repository. Those for kinds of other projects,
     * and for kinds that do not exist yet, are left out.
     */
    @Test
    void theExamplesOfTheDesignAreAccepted() {
        var accepted = new TreeSet<String>();
        for (var example : Examples.ofTheDesign()) {
            if (isOurs(example)) {
                accept(example);
                accepted.add(example.getKind());
            }
        }
        assertThat(accepted)
                .contains(
                        "ControlPlane",
                        "Keystone",
                        "Memcached",
                        "Glance",
                        "Placement",
                        "Neutron",
                        "Nova",
                        "Cinder",
                        "OVNCluster",
                        "OVNChassis",
                        "Cortex",
                        "Tempest");
    }

    /**
     * The one example with kinds of openstack.k8s.io is of the front end of that group, which does not exist yet. It holds the specs of
     * its parts inline, and those of parts that exist are accepted.
     */
    @Test
    void theSpecsInsideOfTheOtherFrontEndAreAccepted() {
        assumeFalse(Examples.documents().isEmpty(), "the design documents, which alone have it, are not here");
        var accepted = new TreeSet<String>();
        for (var example : Examples.ofTheDesign()) {
            if (FRONT_END.equals(example.getKind())) {
                Map<String, Object> parts = example.get("spec");
                parts.forEach((part, spec) -> {
                    var kind = kinds().get(example.getApiVersion() + "/" + part);
                    if (kind != null) {
                        var resource = new GenericKubernetesResource();
                        resource.setApiVersion(example.getApiVersion());
                        resource.setKind(kind.substring(kind.lastIndexOf('/') + 1));
                        resource.setMetadata(
                                new ObjectMetaBuilder().withName(part).build());
                        resource.setAdditionalProperty("spec", spec);
                        accept(resource);
                        accepted.add(resource.getKind());
                    }
                });
            }
        }
        assertThat(accepted).as("the parts that were found").contains("MariaDB", "RabbitMQ");
    }

    private static boolean isOurs(GenericKubernetesResource resource) {
        return kinds().containsValue(resource.getApiVersion() + "/" + resource.getKind());
    }

    /** Our kinds: the version with the kind in small letters, to both as they are written. */
    private static Map<String, String> kinds() {
        return Catalogue.all().stream()
                .map(blueprint ->
                        HasMetadata.getApiVersion(blueprint.kind()) + "/" + HasMetadata.getKind(blueprint.kind()))
                .collect(Collectors.toMap(
                        kind -> kind.substring(0, kind.lastIndexOf('/'))
                                + kind.substring(kind.lastIndexOf('/')).toLowerCase(Locale.ROOT),
                        kind -> kind));
    }

    private static void accept(GenericKubernetesResource resource) {
        if (resource.getMetadata().getNamespace() == null && isOurs(resource)) {
            resource.getMetadata().setNamespace("default"); // as kubectl would
        }
        // The design shows an owner without its uid, which the API server itself demands of every reference, for
        // whatever kind: the
        // garbage collector tells owners by it. Only the living Node has one, so this field alone is completed.
        resource.getMetadata()
                .getOwnerReferences()
                .forEach(owner -> owner.setUid(UUID.randomUUID().toString()));
        ApiServer.client()
                .resource(resource)
                .dryRun()
                .fieldValidation(FieldValidateable.Validation.STRICT)
                .fieldManager("person")
                .serverSideApply();
    }
}
