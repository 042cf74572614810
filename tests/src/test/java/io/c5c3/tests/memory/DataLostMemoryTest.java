package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Catalogue;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Ref;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever has a volume or keys, of every kind there is: what was there and is gone is never begun anew without a word. */
@Tag("memory")
class DataLostMemoryTest {

    /** Each of its volumes holds what no other does. */
    private static final List<String> EACH_ALONE = List.of("ceph-osd");

    /** Kinds with volumes or keys, and what they need to become ready. */
    private static final Set<String> KEEPERS =
            Set.of("MariaDB", "RabbitMQ", "CephStorage", "OVNCluster", "Valkey", "Memcached", "Keystone");

    private final Plane plane = new Plane();

    @BeforeEach
    void everyKindThatKeepsSomething() {
        SamplesMemoryTest.add(plane, KEEPERS);
    }

    @Test
    void noServerBeginsOnAnEmptyVolumeASecondTime() {
        assertThat(stores()).hasSizeGreaterThan(5);
        for (var set : stores()) {
            claims(set).forEach(plane.simulation::lose);
            plane.simulation.settle();
            var lost = assertLost(set);
            plane.simulation.lookAtEverything();
            assertLost(set);
            var message = lost.getMessage();
            annotate(owner(set), message.substring(message.lastIndexOf('=') + 1));
            plane.simulation.settle();
            plane.simulation.clock().advance(Duration.ofSeconds(10));
            plane.simulation.settle();
            assertReady(owner(set));
            claims(set).forEach(plane.simulation::lose);
            plane.simulation.settle();
            assertLost(set);
            claims(set).forEach(plane.simulation::restore);
            plane.simulation.settle();
            assertReady(owner(set));
        }
    }

    @Test
    void oneOfSeveralIsFilledFromTheOthers() {
        var groups =
                stores().stream().filter(set -> set.getSpec().getReplicas() > 1).toList();
        assertThat(groups).hasSizeGreaterThan(1);
        for (var set : groups) {
            plane.simulation.lose(claims(set).getFirst());
            plane.simulation.settle();
            if (EACH_ALONE.contains(set.getMetadata().getName())) {
                assertLost(set);
            } else {
                assertReady(owner(set));
            }
        }
    }

    @Test
    void noKeysAreMadeASecondTime() {
        var cluster = plane.simulation.cluster();
        var found = 0;
        for (var record : cluster.list(ConfigMap.class, "", Map.of())) {
            if (!record.getMetadata().getName().endsWith("-founded")) {
                continue;
            }
            for (var thing : record.getData().keySet()) {
                var kept = Stream.of(thing, thing + "-backup")
                        .flatMap(name -> plane.simulation.find(Secret.class, name).stream())
                        .toList();
                if (kept.isEmpty()) {
                    continue;
                }
                found++;
                kept.forEach(secret -> cluster.take(Ref.of(secret)));
                plane.simulation.settle();
                assertThat(resources())
                        .as("without Secret/%s", thing)
                        .anySatisfy(resource -> assertThat(Conditions.of(resource))
                                .anySatisfy(condition -> {
                                    assertThat(condition.getReason()).isEqualTo(Founding.DATA_LOST);
                                    assertThat(condition.getMessage()).contains("Secret/" + thing, "=" + thing + "/");
                                }));
                assertThat(plane.simulation.find(Secret.class, thing)).isEmpty();
                plane.simulation.add(kept.getLast());
                plane.simulation.settle();
                assertThat(plane.simulation
                                .find(Secret.class, thing)
                                .orElseThrow()
                                .getData())
                        .isEqualTo(kept.getFirst().getData());
                resources().forEach(DataLostMemoryTest::assertReady);
            }
        }
        assertThat(found).isGreaterThan(3);
    }

    private List<StatefulSet> stores() {
        return plane.simulation.cluster().list(StatefulSet.class, "", Map.of()).stream()
                .filter(set -> set.getSpec().getVolumeClaimTemplates() != null
                        && !set.getSpec().getVolumeClaimTemplates().isEmpty())
                .toList();
    }

    private static List<String> claims(StatefulSet set) {
        return IntStream.range(0, set.getSpec().getReplicas())
                .mapToObj(number -> set.getSpec()
                                .getVolumeClaimTemplates()
                                .getFirst()
                                .getMetadata()
                                .getName()
                        + "-" + set.getMetadata().getName() + "-" + number)
                .toList();
    }

    private io.fabric8.kubernetes.api.model.Condition assertLost(StatefulSet set) {
        var owner = owner(set);
        assertThat(Conditions.ready(owner)).isFalse();
        var lost = Conditions.of(owner).stream()
                .filter(condition -> Founding.DATA_LOST.equals(condition.getReason()))
                .toList();
        assertThat(lost).as("%s %s", Ref.of(set), Conditions.of(owner)).isNotEmpty();
        assertThat(lost)
                .allSatisfy(condition ->
                        assertThat(condition.getMessage()).contains(Ref.of(set).toString(), Founding.START_EMPTY));
        return lost.getLast();
    }

    private static void assertReady(HasMetadata resource) {
        assertThat(Conditions.ready(resource))
                .as("%s %s", Ref.of(resource), Conditions.of(resource))
                .isTrue();
    }

    private void annotate(CustomResource<?, ?> resource, String said) {
        var annotations = new TreeMap<>(
                resource.getMetadata().getAnnotations() == null
                        ? Map.<String, String>of()
                        : resource.getMetadata().getAnnotations());
        annotations.put(Founding.START_EMPTY, said);
        resource.getMetadata().setAnnotations(annotations);
        plane.simulation.cluster().put(resource);
    }

    private CustomResource<?, ?> owner(StatefulSet set) {
        var reference = set.getMetadata().getOwnerReferences().getFirst();
        return resources().stream()
                .filter(resource -> resource.getKind().equals(reference.getKind())
                        && resource.getMetadata().getName().equals(reference.getName()))
                .findFirst()
                .orElseThrow();
    }

    private List<CustomResource<?, ?>> resources() {
        return Catalogue.all().stream()
                .<CustomResource<?, ?>>flatMap(
                        blueprint -> plane.simulation.cluster().list(blueprint.kind(), "", Map.of()).stream())
                .toList();
    }
}
