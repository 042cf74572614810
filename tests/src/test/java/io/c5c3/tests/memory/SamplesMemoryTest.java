package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.Valkey;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.tests.Examples;
import io.c5c3.tests.Kinds;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the samples ask for can be had: with every operator at work on them, they become ready. */
@Tag("memory")
class SamplesMemoryTest {

    /** Those for copying. A file with the name of the kind shows every field, for a cluster that has everything. */
    static Stream<Path> planes() {
        return Examples.own().stream()
                .filter(file -> Examples.in(file).stream()
                        .flatMap(resource -> plane(resource).stream())
                        .anyMatch(kind -> !file.equals(file(kind))));
    }

    private static Optional<Class<? extends HasMetadata>> plane(GenericKubernetesResource resource) {
        return Kinds.once()
                .<Class<? extends HasMetadata>>map(Blueprint::kind)
                .filter(Kinds::isPlane)
                .filter(kind -> HasMetadata.getKind(kind).equals(resource.getKind()))
                .findFirst();
    }

    @ParameterizedTest
    @MethodSource("planes")
    void aPlaneOfTheSamplesBecomesReady(Path sample) {
        var plane = new Plane();
        plane.simulation.cluster().without(CephBlockPool.class);
        plane.simulation.cluster().without(Valkey.class);
        var asked = new ArrayList<HasMetadata>();
        for (var resource : Examples.in(sample)) {
            // Rook is not installed here, so the plane gets a Ceph of its own instead.
            var text = Serialization.asYaml(resource).replace("provider: \"Rook\"", "provider: \"BuiltIn\"");
            plane(resource).ifPresent(kind -> asked.add(plane.simulation.add(Json.KUBERNETES.unmarshal(text, kind))));
        }
        plane.simulation.settle();
        assertThat(asked)
                .isNotEmpty()
                .allSatisfy(made -> assertThat(
                                plane.why(made.getClass(), made.getMetadata().getName()))
                        .isEqualTo("True Everything is ready."));
        assertThat(plane.simulation.cluster().events()).noneMatch(event -> event.warning());
    }

    /** The files for one kind each, all in one namespace, with the logins that a plane would have made. */
    @Test
    void theSamplesOfAllKindsTogetherAreACloud() {
        var plane = new Plane();
        var samples = addAll(plane);
        assertThat(plane.simulation.cluster().events()).noneMatch(event -> event.warning());
        samples.forEach(sample -> {
            var there = plane.simulation
                    .find(sample.getClass(), sample.getMetadata().getName())
                    .orElseThrow();
            assertThat(Conditions.ready(there))
                    .as("%s %s", sample.getKind(), Conditions.of(there))
                    .isTrue();
        });
    }

    /** One that asks for nothing gets on a busy node what the others leave, and is the first to go on a full one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyContainerAsksForProcessorAndMemory(boolean bySamples) {
        var plane = bySamples ? new Plane() : new Plane(Plane.CORE);
        if (bySamples) {
            addAll(plane);
        }
        plane.simulation.settle();
        var cluster = plane.simulation.cluster();
        var templates = new TreeMap<String, PodTemplateSpec>();
        cluster.list(Deployment.class, "", Map.of())
                .forEach(set ->
                        templates.put(Ref.of(set).toString(), set.getSpec().getTemplate()));
        cluster.list(StatefulSet.class, "", Map.of())
                .forEach(set ->
                        templates.put(Ref.of(set).toString(), set.getSpec().getTemplate()));
        cluster.list(DaemonSet.class, "", Map.of())
                .forEach(set ->
                        templates.put(Ref.of(set).toString(), set.getSpec().getTemplate()));
        cluster.list(Job.class, "", Map.of())
                .forEach(job ->
                        templates.put(Ref.of(job).toString(), job.getSpec().getTemplate()));
        cluster.list(CronJob.class, "", Map.of())
                .forEach(job -> templates.put(
                        Ref.of(job).toString(),
                        job.getSpec().getJobTemplate().getSpec().getTemplate()));
        assertThat(templates).hasSizeGreaterThan(20);
        templates.forEach((name, template) -> template.getSpec()
                .getContainers()
                .forEach(container -> assertThat(Optional.ofNullable(container.getResources())
                                .map(resources -> resources.getRequests().keySet())
                                .orElse(Set.of()))
                        .as("%s, container %s", name, container.getName())
                        .contains("cpu", "memory")));
    }

    /** A person writes a chassis only to change the bridges of one that the operator has made for a Node. */
    static List<HasMetadata> addAll(Plane plane) {
        return add(
                plane,
                Kinds.once()
                        .<Class<? extends HasMetadata>>map(Blueprint::kind)
                        .filter(kind -> !Kinds.isPlane(kind) && kind != OVNChassis.class)
                        .map(kind -> HasMetadata.getKind(kind))
                        .collect(Collectors.toSet()));
    }

    static List<HasMetadata> add(Plane plane, Set<String> kinds) {
        logins().forEach((name, values) -> plane.simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withAnnotations(handedOver(name))
                .endMetadata()
                .withData(values)
                .build()));
        var samples = Kinds.once()
                .filter(blueprint -> kinds.contains(HasMetadata.getKind(blueprint.kind())))
                .map(blueprint -> add(plane, blueprint.kind()))
                .toList();
        plane.simulation.settle();
        return samples;
    }

    /** One that is to be rotated belongs to whoever writes the new login into it. */
    private static Map<String, String> handedOver(String secret) {
        return secret.equals("keystone-db-credentials") ? Map.of(Owner.ADOPTION, "Keystone/keystone") : Map.of();
    }

    private static <R extends CustomResource<?, ?>> HasMetadata add(Plane plane, Class<R> kind) {
        return plane.simulation.add(sample(kind));
    }

    /** The resource of the file for one kind. */
    static <R extends CustomResource<?, ?>> R sample(Class<R> kind) {
        var file = file(kind);
        List<GenericKubernetesResource> resources = Examples.in(file);
        assertThat(resources).as(file.toString()).hasSize(1);
        return Json.KUBERNETES.unmarshal(Serialization.asYaml(resources.getFirst()), kind);
    }

    private static Path file(Class<? extends HasMetadata> kind) {
        return Repository.file("samples/" + HasMetadata.getKind(kind).toLowerCase(Locale.ROOT) + ".yaml");
    }

    static Map<String, Map<String, String>> logins() {
        var logins = new TreeMap<String, Map<String, String>>();
        logins.put("keystone-admin-credentials", encoded("password", "p1"));
        logins.put(
                "cortex-app-credential-secret",
                encoded("application_credential_id", "id-cortex", "application_credential_secret", "s-cortex"));
        logins.put("tempest-app-credential-secret", encoded("username", "admin", "password", "p2"));
        for (var service : List.of(
                "keystone", "glance", "placement", "barbican", "neutron", "nova", "cinder", "heat", "skyline")) {
            logins.put(service + "-db-credentials", encoded("username", service, "password", "p-" + service));
            logins.put(
                    service + "-rabbitmq-credentials",
                    encoded("username", service, "password", "q-" + service, "vhost", service));
            logins.put(
                    service + "-keystone-credentials",
                    encoded(
                            "application_credential_id",
                            "id-" + service,
                            "application_credential_secret",
                            "s-" + service,
                            "username",
                            service,
                            "password",
                            "k-" + service,
                            "project_name",
                            "service",
                            "user_domain_name",
                            "Default",
                            "project_domain_name",
                            "Default"));
        }
        // It also makes users of its own.
        logins.merge(
                "heat-keystone-credentials",
                encoded("domain_name", "heat", "domain_admin", "heat_domain_admin", "domain_admin_password", "d-heat"),
                (known, more) -> {
                    known.putAll(more);
                    return known;
                });
        return logins;
    }

    private static Map<String, String> encoded(String... keysAndValues) {
        var encoded = new TreeMap<String, String>();
        for (var i = 0; i < keysAndValues.length; i += 2) {
            encoded.put(
                    keysAndValues[i],
                    Base64.getEncoder().encodeToString(keysAndValues[i + 1].getBytes(StandardCharsets.UTF_8)));
        }
        return encoded;
    }
}
