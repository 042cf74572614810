package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With every operator at work: what a resource did not make, it neither changes nor deletes. */
@Tag("memory")
class OwnershipMemoryTest {

    private static final String PLANE = """
        apiVersion: c5c3.io/v1alpha1
        kind: ControlPlane
        metadata: {name: %s, namespace: openstack}
        spec: %s
        """;

    private static ControlPlane plane(String name, String spec) {
        return Json.KUBERNETES.unmarshal(PLANE.formatted(name, spec), ControlPlane.class);
    }

    /** Everything but the plane of this name, to the byte. */
    private static Map<String, JsonNode> allBut(Plane plane, String name) {
        var rest = new TreeMap<>(plane.simulation.cluster().snapshot());
        rest.keySet().removeIf(key -> key.equals("openstack/ControlPlane/" + name));
        return rest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-younger-one", "zz-younger-one"})
    void aRefusedPlaneTakesNothingDown(String name) {
        var tls = "{deletionPolicy: Delete, global: {tls: {enabled: true}}}";
        var plane = new Plane(tls);
        plane.simulation.settle();
        plane.simulation.clock().advance(Duration.ofSeconds(1));
        plane.simulation.settle();
        var before = allBut(plane, name);
        plane.simulation.add(plane(name, tls));
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, name)).contains("ControlPlane/plane");
        plane.simulation.cluster().take(Ref.of(ControlPlane.class, Simulation.NAMESPACE, name));
        plane.simulation.settle();
        assertThat(plane.simulation.find(ControlPlane.class, name)).isEmpty();
        assertThat(allBut(plane, name)).isEqualTo(before);
    }

    /** Both are deleted, and the accepted one is gone first: by then the younger is the only one, and still owns nothing. */
    @Test
    void aRefusedPlaneThatOutlivesTheAcceptedOwnsNothingEither() {
        var plane = new Plane("{deletionPolicy: Retain}");
        plane.simulation.settle();
        plane.simulation.clock().advance(Duration.ofSeconds(1));
        plane.simulation.add(plane("younger", "{deletionPolicy: Delete}"));
        plane.simulation.settle();
        var kept = secrets(plane);
        plane.simulation.cluster().take(Ref.of(ControlPlane.class, Simulation.NAMESPACE, "younger"));
        plane.simulation
                .cluster()
                .edit(
                        ControlPlane.class,
                        Simulation.NAMESPACE,
                        "plane",
                        gone -> gone.getMetadata().setFinalizers(List.of()));
        plane.simulation.cluster().take(Ref.of(ControlPlane.class, Simulation.NAMESPACE, "plane"));
        plane.simulation.settle();
        assertThat(plane.simulation.find(ControlPlane.class, "younger")).isEmpty();
        assertThat(kept).containsAllEntriesOf(secrets(plane)).isNotEmpty();
    }

    private static Map<String, Object> secrets(Plane plane) {
        var secrets = new TreeMap<String, Object>();
        plane.simulation.cluster().list(Secret.class, "", Map.of()).stream()
                .filter(secret -> secret.getMetadata().getOwnerReferences() == null
                        || secret.getMetadata().getOwnerReferences().isEmpty())
                .forEach(secret -> secrets.put(secret.getMetadata().getName(), secret.getData()));
        return secrets;
    }

    @Test
    void aDatabaseOfAPersonIsNotMadeAPartOfThePlane() {
        var plane = new Plane();
        var persons = Json.KUBERNETES.unmarshal("""
            apiVersion: openstack.k8s.io/v1alpha1
            kind: MariaDB
            metadata: {name: mariadb}
            spec: {storageSize: 77Gi}
            """, MariaDB.class);
        plane.simulation.add(persons);
        plane.simulation.settle();
        plane.apply("{}");
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane"))
                .contains("MariaDB/mariadb was not made by this operator")
                .contains("c5c3.io/adopt-by: ControlPlane/plane");
        var there = plane.simulation.find(MariaDB.class, "mariadb").orElseThrow();
        assertThat(there.getSpec()).isEqualTo(persons.getSpec());
        assertThat(there.getMetadata().getOwnerReferences()).isNullOrEmpty();
        plane.simulation.cluster().take(Ref.of(ControlPlane.class, Simulation.NAMESPACE, "plane"));
        plane.simulation.settle();
        assertThat(plane.simulation.find(ControlPlane.class, "plane")).isEmpty();
        assertThat(plane.why(MariaDB.class, "mariadb")).startsWith("True");
    }

    /** The samples of all kinds, or a plane with every service. */
    private static Plane world(boolean samples) {
        var plane = new Plane();
        if (samples) {
            SamplesMemoryTest.addAll(plane);
        } else {
            plane.apply(Plane.CORE);
        }
        plane.simulation.settle();
        return plane;
    }

    /** Whatever any of our resources made, of whatever kind. */
    private static List<HasMetadata> made(Plane plane) {
        var kinds = new HashSet<Class<? extends HasMetadata>>();
        Catalogue.all().forEach(blueprint -> kinds.addAll(blueprint.uses()));
        var made = kinds.stream()
                .flatMap(kind -> plane.simulation.cluster().list(kind, "", Map.of()).stream())
                .<HasMetadata>map(object -> object)
                .filter(object -> Owner.on(object).isPresent())
                .toList();
        assertThat(made).hasSizeGreaterThan(60);
        return made;
    }

    private static Stream<CustomResource<?, ?>> resources(Plane plane) {
        return Catalogue.all().stream()
                .flatMap(blueprint -> plane.simulation.cluster().list(blueprint.kind(), "", Map.of()).stream());
    }

    /** The same object as if a person had written it: nothing on it says that it is ours. */
    private static HasMetadata asAPersons(HasMetadata object) {
        var persons = Serialization.clone(object);
        var metadata = persons.getMetadata();
        metadata.setOwnerReferences(null);
        metadata.setAnnotations(new TreeMap<>(Map.of("example.org/mine", "yes")));
        var labels = new TreeMap<>(Optional.ofNullable(metadata.getLabels()).orElse(Map.of()));
        labels.keySet().removeIf(label -> label.startsWith("c5c3.io/"));
        labels.remove(Labels.MANAGED_BY);
        metadata.setLabels(labels);
        return persons;
    }

    private static List<String> writesTo(Plane plane, HasMetadata object, int since) {
        var writes = plane.simulation.cluster().writes();
        return writes.subList(since, writes.size()).stream()
                .filter(write -> write.matches("(apply|create|replace|delete) .*"))
                .filter(write -> write.endsWith(" " + Ref.of(object)))
                .toList();
    }

    private static JsonNode there(Plane plane, HasMetadata object) {
        return plane.simulation.cluster().snapshot().get(object.getMetadata().getNamespace() + "/" + Ref.of(object));
    }

    /** In each name that a plan writes to, one after the other, there is a person's object instead of ours. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noNameOfAnyKindIsTakenFromAPerson(boolean samples) {
        var plane = world(samples);
        var kinds = new TreeSet<String>();
        var taken = new TreeSet<String>();
        for (var object : made(plane)) {
            var ours = Serialization.clone(object);
            var owner = Owner.on(object).orElseThrow();
            plane.simulation.cluster().put(asAPersons(object));
            var persons = there(plane, object);
            var writes = plane.simulation.cluster().writes().size();
            plane.simulation.lookAt(owner);
            plane.simulation.lookAt(owner);
            assertThat(writesTo(plane, object, writes)).as("%s", Ref.of(object)).isEmpty();
            assertThat(there(plane, object)).as("%s", Ref.of(object)).isEqualTo(persons);
            if (says(plane, owner).contains(Ref.of(object) + " was not made by this operator")) {
                taken.add(Ref.of(object).toString());
            }
            kinds.add(object.getKind());
            plane.simulation.cluster().put(ours);
            plane.simulation.lookAt(owner);
        }
        assertThat(kinds).contains("Deployment", "StatefulSet", "Service", "ConfigMap", "Secret", "Job");
        // All but what a person may bring say so.
        assertThat(made(plane).stream()
                        .map(object -> Ref.of(object).toString())
                        .filter(name -> !taken.contains(name))
                        // The note of a choice is only read once it is made.
                        .filter(name -> !name.endsWith("-founded"))
                        .filter(name -> QUIET.stream().noneMatch(kind -> name.startsWith(kind + "/"))))
                .isEmpty();
    }

    /**
     * A Secret that a person may bring is read, a chassis of a person's is used, a volume under the name of one that was there is told of
     * as lost data, or mounted by the StatefulSet: nothing of it is written by us.
     */
    private static final Set<String> QUIET = Set.of("Secret", "OVNChassis", "PersistentVolumeClaim");

    private static String says(Plane plane, Owner owner) {
        return resources(plane)
                .filter(resource -> Owner.of(resource).same(owner))
                .flatMap(resource -> Conditions.of(resource).stream())
                .filter(condition -> "NameTaken".equals(condition.getReason()))
                .map(Condition::getMessage)
                .collect(Collectors.joining());
    }

    private static JsonNode withoutStatus(JsonNode node) {
        var copy = (ObjectNode) node.deepCopy();
        copy.remove("status");
        copy.withObject("/metadata").remove(List.of("resourceVersion", "finalizers"));
        return copy;
    }

    /** Every resource of every kind is deleted while everything by its names is a person's. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingOfAPersonsGoesWithAResource(boolean samples) {
        var plane = world(samples);
        var persons = new TreeMap<String, JsonNode>();
        for (var object : made(plane)) {
            if (!(object instanceof CustomResource<?, ?>)) {
                plane.simulation.cluster().put(asAPersons(object));
                persons.put(key(object), withoutStatus(there(plane, object)));
            }
        }
        resources(plane).forEach(resource -> plane.simulation.cluster().take(Ref.of(resource)));
        plane.simulation.settle();
        assertThat(resources(plane)).as("all are gone").isEmpty();
        var left = plane.simulation.cluster().snapshot();
        persons.forEach((key, before) -> assertThat(left.containsKey(key) ? withoutStatus(left.get(key)) : null)
                .as(key)
                .isEqualTo(before));
    }

    private static String key(HasMetadata object) {
        return object.getMetadata().getNamespace() + "/" + Ref.of(object);
    }
}
