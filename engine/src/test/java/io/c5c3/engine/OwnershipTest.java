package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.engine.step.GeneratedSecretStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.TaskStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a resource did not make, it never changes or deletes. */
class OwnershipTest {

    private static final String NAME = "thing";

    private static ObjectMetaBuilder named() {
        return new ObjectMetaBuilder().withName(NAME);
    }

    private static ConfigMap configMap(String value) {
        return new ConfigMapBuilder()
                .withMetadata(named().build())
                .withData(Map.of("key", value))
                .build();
    }

    private static Step applied(HasMetadata object) {
        return new ObjectsStep(List.of(object), "Applied", "Applied.");
    }

    private static Job job(String image) {
        return new JobBuilder()
                .withMetadata(named().build())
                .withNewSpec()
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage(image)
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Deployment deployment(String image) {
        return new DeploymentBuilder()
                .withMetadata(named().build())
                .withNewSpec()
                .withReplicas(1)
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", image)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage(image)
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Service service(String target) {
        return new ServiceBuilder()
                .withMetadata(named().build())
                .withNewSpec()
                .addToSelector("app", target)
                .endSpec()
                .build();
    }

    private static Secret secret(String key) {
        return new SecretBuilder()
                .withMetadata(named().build())
                .withType("kubernetes.io/tls")
                .withData(Map.of("tls.key", key, "tls.crt", key))
                .build();
    }

    private record Case(HasMetadata persons, Step ours) {
        @Override
        public String toString() {
            return persons.getKind();
        }
    }

    static Stream<Case> objectsOfAPerson() {
        return Stream.of(
                new Case(configMap("a person's"), applied(configMap("ours"))),
                new Case(secret("cGVyc29u"), applied(secret("b3Vycw=="))),
                new Case(service("a-person"), applied(service("ours"))),
                new Case(deployment("a-person"), applied(deployment("ours"))),
                new Case(job("a-person"), new TaskStep("Task", "TaskDone", job("ours"), Set.of())));
    }

    private static Simulation simulation(Step step) {
        var simulation = Toy.simulation(
                (resource, facts) -> Plan.builder().step("ObjectsReady", step).build());
        simulation.add(Toy.resource("toy"));
        return simulation;
    }

    private static Outcome outcome(Simulation simulation, String name) {
        return simulation.report(Memcached.class, name).orElseThrow().failing().stream()
                .findFirst()
                .orElse(Outcome.done("Ready", ""));
    }

    private static long writesTo(Simulation simulation) {
        return simulation.cluster().writes().stream()
                .filter(write -> write.endsWith("/" + NAME))
                .count();
    }

    @ParameterizedTest
    @MethodSource("objectsOfAPerson")
    void aPersonsObjectIsLeftAsItIs(Case tried) {
        var simulation = simulation(tried.ours());
        simulation.add(tried.persons());
        var before = simulation.cluster().snapshot().get("openstack/" + tried + "/" + NAME);
        simulation.lookAtEverything();
        simulation.lookAtEverything();
        simulation.lookAtEverything();
        assertThat(outcome(simulation, "toy").reason()).isEqualTo("NameTaken");
        assertThat(outcome(simulation, "toy").message())
                .isEqualTo(tried
                        + "/thing was not made by this operator, and is left alone: rename or delete it, or hand it"
                        + " over by annotating it c5c3.io/adopt-by: Memcached/toy.");
        assertThat(writesTo(simulation)).isZero();
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
        simulation.lookAtEverything();
        assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
        assertThat(simulation.cluster().snapshot().get("openstack/" + tried + "/" + NAME))
                .isEqualTo(before);
        assertThat(writesTo(simulation)).isZero();
    }

    @ParameterizedTest
    @MethodSource("objectsOfAPerson")
    void whatAPersonHandsOverIsTakenOver(Case tried) {
        var simulation = simulation(tried.ours());
        tried.persons().getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Memcached/toy"));
        simulation.add(tried.persons());
        simulation.settle();
        assertThat(outcome(simulation, "toy").reason()).isEqualTo("Ready");
        var there = simulation.find(tried.persons().getClass(), NAME).orElseThrow();
        assertThat(Owner.on(there)).map(Owner::toString).contains("Memcached/toy in the namespace openstack");
    }

    @Test
    void aTerminalRefusalIsLookedAtAgainBecauseNobodyTellsOfItsEnd() {
        var simulation = simulation(applied(service("ours")));
        simulation.add(service("a-person"));
        simulation.lookAtEverything();
        simulation.lookAtEverything();
        var report = simulation.report(Memcached.class, "toy").orElseThrow();
        assertThat(report.faulty()).isFalse();
        assertThat(report.again()).hasValueSatisfying(after -> assertThat(after).hasMinutes(1));
        simulation.cluster().take(Ref.of(Service.class, Simulation.NAMESPACE, NAME));
        simulation.settle();
        assertThat(outcome(simulation, "toy").reason()).isEqualTo("Ready");
    }

    @Test
    void theFirstOfTwoOwnsAndTheSecondIsToldWho() {
        var simulation = simulation(applied(configMap("same")));
        simulation.settle();
        simulation.add(Toy.resource("second"));
        simulation.settle();
        assertThat(outcome(simulation, "toy").reason()).isEqualTo("Ready");
        assertThat(outcome(simulation, "second").message())
                .startsWith("ConfigMap/thing belongs to Memcached/toy in the namespace openstack");
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "second"));
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, NAME)).isPresent();
        assertThat(writesTo(simulation)).isOne();
    }

    @Test
    void aResourceMadeAgainUnderItsNameIsItsOwnHeir() {
        var step = new GeneratedSecretStep(NAME, Map.of(), List.of("password"), true);
        var simulation = simulation(step);
        simulation.settle();
        var kept = simulation.find(Secret.class, NAME).orElseThrow();
        // Gone without having been asked, as after a restore of the namespace.
        simulation
                .cluster()
                .edit(
                        Memcached.class,
                        Simulation.NAMESPACE,
                        "toy",
                        toy -> toy.getMetadata().setFinalizers(List.of()));
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        assertThat(simulation.find(Secret.class, NAME).orElseThrow().getData()).isEqualTo(kept.getData());
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
        simulation.settle();
        assertThat(simulation.find(Secret.class, NAME)).isEmpty();
    }

    @Test
    void aSecretThatAPersonWroteIsReadAndNeverWrittenOrDeleted() {
        var simulation = simulation(new GeneratedSecretStep(NAME, Map.of(), List.of("tls.key"), true));
        simulation.add(secret("cGVyc29u"));
        var before = simulation.cluster().snapshot().get("openstack/Secret/thing");
        simulation.settle();
        assertThat(outcome(simulation, "toy").reason()).isEqualTo("Ready");
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
        simulation.settle();
        assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
        assertThat(simulation.cluster().snapshot().get("openstack/Secret/thing"))
                .isEqualTo(before);
    }

    /** Somebody's object takes the place of ours, or a free place, between our look and our write. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatComesBetweenLookAndWriteIsNotOverwritten(boolean replaced) {
        var wanted = new AtomicReference<>(configMap("ours"));
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("ObjectsReady", applied(wanted.get())).build());
        simulation.add(Toy.resource("toy"));
        if (replaced) {
            simulation.settle();
        }
        wanted.set(configMap("ours, changed"));
        var persons = new AtomicReference<JsonNode>();
        simulation.cluster().interfere(new MemoryCluster.Interference() {
            @Override
            public void before(String write) {
                if (write.equals("apply ConfigMap/thing") && persons.get() == null) {
                    simulation.cluster().take(Ref.of(ConfigMap.class, Simulation.NAMESPACE, NAME));
                    simulation.add(configMap("a person's"));
                    persons.set(simulation.cluster().snapshot().get("openstack/ConfigMap/thing"));
                }
            }
        });
        for (var look = 0; look < 4; look++) {
            simulation.lookAtEverything();
        }
        assertThat(simulation.cluster().snapshot().get("openstack/ConfigMap/thing"))
                .isNotNull()
                .isEqualTo(persons.get());
        assertThat(outcome(simulation, "toy").reason()).isEqualTo("NameTaken");
    }

    @Test
    void aDeletionMeansTheObjectThatWasSeen() {
        var simulation = simulation(applied(configMap("ours")));
        simulation.settle();
        var seen = simulation.find(ConfigMap.class, NAME).orElseThrow();
        simulation.cluster().take(Ref.of(seen));
        simulation.add(configMap("a person's"));
        simulation.cluster().delete(seen, false);
        assertThat(simulation.find(ConfigMap.class, NAME).orElseThrow().getData())
                .containsEntry("key", "a person's");
    }

    @Test
    void aFixedPointNeedsNoLookPastTheWatches() {
        var simulation = simulation(applied(service("ours")));
        simulation.settle();
        var reads = simulation.cluster().liveReads();
        assertThat(reads).containsExactly("get Service/thing");
        simulation.lookAtEverything();
        assertThat(simulation.cluster().liveReads()).isEqualTo(reads);
    }

    @Test
    void whatDoesNotSayWhoseItIsIsNotWritten() {
        var cluster = new MemoryCluster(Clock.systemUTC());
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> cluster.apply(configMap("nobody's")));
        assertThat(cluster.writes()).isEmpty();
    }

    /** A Memcached of another project. */
    @Group("cache.example.org")
    @Version("v1")
    @Kind("Memcached")
    @Plural("memcacheds")
    static final class Other extends CustomResource<Object, Object> implements Namespaced {}

    private record OtherToy(List<HasMetadata> wanted) implements Blueprint<Other> {
        @Override
        public Class<Other> kind() {
            return Other.class;
        }

        @Override
        public String operator() {
            return "toy";
        }

        @Override
        public Set<Class<? extends HasMetadata>> uses() {
            return Set.of(ConfigMap.class);
        }

        @Override
        public Plan plan(Other resource, Facts facts) {
            return Plan.builder()
                    .step("ObjectsReady", new ObjectsStep(wanted, "Applied", "Applied."))
                    .build();
        }
    }

    @Test
    void aKindOfTheSameNameInAnotherGroupIsAnotherOwner() {
        var ours = new Toy((resource, facts) -> Plan.builder()
                .step("ObjectsReady", applied(configMap("the first's")))
                .build());
        var simulation = new Simulation(List.of(ours, new OtherToy(List.of())), new Ports());
        simulation.add(Toy.resource("same"));
        var other = new Other();
        other.setMetadata(new ObjectMetaBuilder().withName("same").build());
        simulation.add(other);
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, NAME)).isPresent();
        simulation.cluster().take(Ref.of(other));
        simulation.settle();
        assertThat(simulation.find(Other.class, "same")).isEmpty();
        assertThat(simulation.find(ConfigMap.class, NAME)).isPresent();
        assertThat(simulation.cluster().writes()).noneMatch(write -> write.startsWith("delete"));
        assertThat(Owner.of(other).owns(simulation.find(ConfigMap.class, NAME).orElseThrow()))
                .isFalse();
    }

    @Test
    void theLabelHasTheGroupAndFits() {
        assertThat(Labels.owner("memcached.c5c3.io", "Memcached", "cache"))
                .isEqualTo("memcached.memcached.c5c3.io_cache");
        var longest = Labels.owner("placement.openstack.c5c3.io", "Placement", "a".repeat(40));
        assertThat(longest).hasSize(63).matches("[a-z0-9]([-_.a-z0-9]*[a-z0-9])?");
        assertThat(longest)
                .isNotEqualTo(Labels.owner("placement.openstack.c5c3.io", "Placement", "a".repeat(39) + "b"));
    }

    @Test
    void anAnnotationThatNamesTwoLeavesTheObjectWithTheFirst() {
        var one = new Owner("memcached.c5c3.io", "Memcached", "openstack", "same", "1");
        var two = new Owner("cache.example.org", "Memcached", "openstack", "same", "2");
        var object = configMap("x");
        object.getMetadata().setNamespace("openstack");
        object.getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Memcached/same"));
        assertThat(one.owns(object)).isTrue();
        assertThat(two.owns(object)).isTrue();
        object.getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Memcached/same", Owner.RECORD, one.text()));
        assertThat(one.owns(object)).isTrue();
        assertThat(two.owns(object)).isFalse();
        object.getMetadata()
                .setAnnotations(Map.of(Owner.ADOPTION, "Memcached.cache.example.org/same", Owner.RECORD, one.text()));
        assertThat(two.owns(object)).isTrue();
        object.getMetadata().setNamespace("elsewhere");
        object.getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Memcached/same"));
        assertThat(one.owns(object)).isFalse();
        object.getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Memcached/openstack/same"));
        assertThat(one.owns(object)).isTrue();
    }

    private record Gate(boolean open) implements Step {
        @Override
        public Outcome run(Work work) {
            return open ? Outcome.done("Open", "Open.") : Outcome.waiting("Shut", "Shut.");
        }

        @Override
        public boolean admits(Work work) {
            return open;
        }
    }

    private record Noted(String name, List<String> torn) implements Step {
        @Override
        public Outcome run(Work work) {
            return Outcome.done("Done", "Done.");
        }

        @Override
        public Outcome teardown(Work work) {
            torn.add(name);
            return Outcome.skipped("Taken down.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatNeverRanIsNotTakenDown(boolean open) {
        var torn = new ArrayList<String>();
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("Accepted", new Gate(open))
                .step("First", new Noted("first", torn), "Accepted")
                .step("Second", new Noted("second", torn), "First")
                .step("Beside", new Noted("beside", torn))
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
        simulation.settle();
        assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
        assertThat(torn)
                .containsExactlyInAnyOrderElementsOf(open ? List.of("beside", "second", "first") : List.of("beside"));
    }
}
