package io.c5c3.tests.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Catalogue;
import io.c5c3.cli.cluster.Layers;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything a person might copy is accepted as it stands, every field of it. */
@ExtendWith(ApiServer.class)
class SamplesApiServerTest {

    private static final String LAID_OVER = "ha-small.yaml";

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

    /** What is to be laid over another file is not applied by itself. */
    static Stream<Path> samples() {
        return Examples.samples().stream().filter(sample -> !LAID_OVER.equals(name(sample)));
    }

    private static String name(Path sample) {
        return sample.getFileName().toString();
    }

    @Test
    void whatIsLaidOverAnotherIsAcceptedWithIt() {
        var files = Stream.of("ha.yaml", LAID_OVER)
                .map(name -> Repository.file("samples/" + name))
                .toList();
        Layers.read(files).forEach(SamplesApiServerTest::accept);
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
                        "OpenStackControlPlane",
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

    private static boolean isOurs(GenericKubernetesResource resource) {
        return Catalogue.all().stream()
                .anyMatch(
                        blueprint -> HasMetadata.getApiVersion(blueprint.kind()).equals(resource.getApiVersion())
                                && HasMetadata.getKind(blueprint.kind()).equals(resource.getKind()));
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
