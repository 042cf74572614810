package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.engine.step.ObjectsStep;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The engine's promises, each on the smallest plan that shows it. */
class ReconciliationTest {

    private static final Outcome DONE = Outcome.done("Fine", "Fine.");

    private static ConfigMap configMap(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(Map.of("key", value))
                .build();
    }

    private static ObjectsStep objects(HasMetadata... objects) {
        return new ObjectsStep(List.of(objects), "Applied", "Applied.");
    }

    private static Condition condition(Simulation simulation, String type) {
        return Conditions.of(simulation.find(Memcached.class, "toy").orElseThrow(), type)
                .orElseThrow();
    }

    @Test
    void nothingToDoNothingWritten() {
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("ObjectsReady", objects(configMap("a", "1")))
                .status("serverList", List.of())
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void aMistakeIsCalledStalledUntilItIsMended() {
        var outcome = new AtomicReference<Outcome>(Outcome.mistake("BadCron", "Write five fields."));
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("ScheduleReady", new Toy.Told(outcome.get()))
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        assertThat(condition(simulation, Conditions.STALLED)).satisfies(stalled -> {
            assertThat(stalled.getStatus()).isEqualTo("True");
            assertThat(stalled.getReason()).isEqualTo("BadCron");
            assertThat(stalled.getMessage()).isEqualTo("ScheduleReady: Write five fields.");
        });
        outcome.set(Outcome.waiting("InProgress", "Soon."));
        simulation.lookAtEverything();
        assertThat(Conditions.of(simulation.find(Memcached.class, "toy").orElseThrow(), Conditions.STALLED))
                .isEmpty();
    }

    @Test
    void whatIsNoLongerPlannedIsPruned() {
        var wanted = new AtomicReference<>(objects(configMap("a", "1"), configMap("b", "1")));
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("ObjectsReady", wanted.get()).build());
        simulation.add(Toy.resource("toy"));
        simulation.add(configMap("mine", "a person's"));
        simulation.settle();
        wanted.set(objects(configMap("b", "2")));
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "a")).isEmpty();
        assertThat(simulation.find(ConfigMap.class, "b").orElseThrow().getData())
                .containsEntry("key", "2");
        assertThat(simulation.find(ConfigMap.class, "mine")).isPresent();
    }

    @Test
    void aSupersededRevisionStaysUntilEverythingHasSettled() {
        var outcome = new AtomicReference<Outcome>(DONE);
        var name = new AtomicReference<>("config-1");
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("ObjectsReady", objects(revision(name.get())))
                .step("DeploymentReady", new Toy.Told(outcome.get()), "ObjectsReady")
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        name.set("config-2");
        outcome.set(Outcome.waiting("RolloutInProgress", "Rolling."));
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "config-1")).isPresent();
        outcome.set(DONE);
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "config-1")).isEmpty();
        assertThat(simulation.find(ConfigMap.class, "config-2")).isPresent();
    }

    private static ConfigMap revision(String name) {
        var map = configMap(name, "x");
        map.getMetadata().setLabels(Map.of(Reconciliation.REVISION, name));
        return map;
    }

    @Test
    void foreignFieldsSurviveAndOursAreMended() {
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("ObjectsReady", objects(configMap("a", "1")))
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        simulation.cluster().edit(ConfigMap.class, Simulation.NAMESPACE, "a", map -> {
            map.getData().put("key", "changed by hand");
            map.getData().put("theirs", "kept");
        });
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "a").orElseThrow().getData())
                .containsEntry("key", "1")
                .containsEntry("theirs", "kept");
    }

    @Test
    void everyConditionIsExplained() {
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("SecretsReady", new Toy.Told(DONE))
                .step(
                        "DatabaseReady",
                        new Toy.Told(Outcome.waiting("WaitingForDatabase", "MariaDB/db is not ready.")),
                        "SecretsReady")
                .step("DeploymentReady", new Toy.Told(DONE), "DatabaseReady")
                .step("CronReady", new Toy.Told(Outcome.skipped("Not asked for.")), "SecretsReady")
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        var conditions = Conditions.of(simulation.find(Memcached.class, "toy").orElseThrow());
        assertThat(conditions).allSatisfy(condition -> {
            assertThat(condition.getReason()).isNotBlank();
            assertThat(condition.getMessage()).isNotBlank();
            assertThat(condition.getObservedGeneration()).isEqualTo(1L);
            assertThat(condition.getLastTransitionTime()).isNotBlank();
        });
        assertThat(conditions.getFirst().getType()).isEqualTo("Ready");
        assertThat(conditions.getFirst().getMessage())
                .isEqualTo("DatabaseReady (WaitingForDatabase): MariaDB/db is not ready.");
        assertThat(condition(simulation, "DeploymentReady").getStatus()).isEqualTo("Unknown");
        assertThat(condition(simulation, "DeploymentReady").getMessage()).isEqualTo("Waits for DatabaseReady.");
        assertThat(condition(simulation, "CronReady").getStatus()).isEqualTo("True");
        assertThat(condition(simulation, "CronReady").getReason()).isEqualTo("NotRequired");
    }

    @Test
    void aTransitionTimeChangesOnlyWithTheStatus() {
        var outcome = new AtomicReference<>(Outcome.waiting("First", "First."));
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("PartReady", new Toy.Told(outcome.get())).build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        var first = condition(simulation, "PartReady").getLastTransitionTime();
        simulation.clock().advance(Duration.ofMinutes(1));
        outcome.set(Outcome.waiting("Second", "Second."));
        simulation.settle();
        assertThat(condition(simulation, "PartReady").getReason()).isEqualTo("Second");
        assertThat(condition(simulation, "PartReady").getLastTransitionTime()).isEqualTo(first);
    }

    @Test
    void oneEventPerConditionChange() {
        var outcome = new AtomicReference<Outcome>(Outcome.waiting("WaitingForIt", "Not yet."));
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("PartReady", new Toy.Told(outcome.get())).build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        outcome.set(DONE);
        simulation.settle();
        simulation.settle();
        assertThat(simulation.cluster().events())
                .extracting(event -> event.reason())
                .containsExactly("NotAllReady", "AllReady", "Fine");
    }

    @Test
    void howBadAnEventIsComesFromTheOutcome() {
        var outcome = new AtomicReference<Outcome>(DONE);
        var simulation = Toy.simulation((resource, facts) ->
                Plan.builder().step("PartReady", new Toy.Told(outcome.get())).build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        for (var next : List.of(
                Outcome.waiting("ConnectionFailed", "It starts."),
                Outcome.waiting("CrashLoopBackOff", "It crashes.").worrying(true),
                Outcome.failed("InProgress", "It went wrong."),
                Outcome.mistake("WaitingForYou", "Write five fields."))) {
            outcome.set(next);
            simulation.settle();
        }
        assertThat(simulation.cluster().events())
                .filteredOn(event -> event.message().startsWith("PartReady"))
                .extracting(event -> event.reason() + " " + event.warning())
                .containsExactly(
                        "ConnectionFailed false", "CrashLoopBackOff true", "InProgress true", "WaitingForYou true");
    }

    /** The one who made the plan throw finds the field in the condition, and can delete the resource. */
    @Test
    void aPlanThatCannotBeMadeIsAMistakeAndNoHindranceToDeletion() {
        var simulation = Toy.simulation((resource, facts) -> {
            if (resource.getSpec().image() != null) {
                java.net.URI.create(resource.getSpec().image());
            }
            return Plan.builder()
                    .step("ObjectsReady", objects(configMap("a", "1")))
                    .build();
        });
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        simulation
                .cluster()
                .edit(
                        Memcached.class,
                        Simulation.NAMESPACE,
                        "toy",
                        toy -> toy.setSpec(io.fabric8.kubernetes.client.utils.Serialization.unmarshal(
                                "{\"image\": \"http://[x\"}", Memcached.Spec.class)));
        simulation.settle();
        assertThat(condition(simulation, "Planned").getReason()).isEqualTo("SpecInvalid");
        assertThat(condition(simulation, "Planned").getMessage())
                .contains("spec.image")
                .contains("http://[x");
        assertThat(condition(simulation, Conditions.STALLED).getStatus()).isEqualTo("True");
        assertThat(condition(simulation, Conditions.READY).getObservedGeneration())
                .isEqualTo(2);
        assertThat(simulation.find(ConfigMap.class, "a")).isPresent();
        simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
        simulation.settle();
        assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
        assertThat(simulation.find(ConfigMap.class, "a")).isEmpty();
    }

    @Test
    void aTeardownThatNeverSucceedsDoesNotHoldTheResourceForEver() {
        for (var fault : List.of(new IllegalArgumentException("no"), new KubernetesClientException("no", 422, null))) {
            var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                    .step("PartReady", new Step() {
                        @Override
                        public Outcome run(Work work) {
                            return DONE;
                        }

                        @Override
                        public Outcome teardown(Work work) {
                            throw fault;
                        }
                    })
                    .build());
            simulation.add(Toy.resource("toy"));
            simulation.settle();
            simulation.cluster().take(Ref.of(Memcached.class, Simulation.NAMESPACE, "toy"));
            simulation.settle();
            simulation.clock().advance(Duration.ofMinutes(11));
            simulation.settle();
            assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
            assertThat(simulation.cluster().events())
                    .anySatisfy(event -> assertThat(event.message()).contains("left as it is"));
        }
    }

    @Test
    void aDyingNamespaceIsNoFault() {
        var status = new io.fabric8.kubernetes.api.model.StatusBuilder()
                .withCode(403)
                .withNewDetails()
                .addNewCause("metadata.namespace", "namespace is being terminated", "NamespaceTerminating")
                .endDetails()
                .build();
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("PartReady", work -> {
                    throw new KubernetesClientException(status);
                })
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        assertThat(condition(simulation, "PartReady").getReason()).isEqualTo("NamespaceTerminating");
        assertThat(simulation.report(Memcached.class, "toy").orElseThrow().faulty())
                .isFalse();
    }

    @Test
    void aFaultIsNamedWithoutItsStackAndWithoutSecrets() {
        var secret = new SecretBuilder()
                .withNewMetadata()
                .withName("login")
                .endMetadata()
                .withData(Map.of("password", Base64.getEncoder().encodeToString("hunter2hunter2".getBytes())))
                .build();
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("PartReady", work -> {
                    work.find(Secret.class, "login");
                    return Outcome.failed("Refused", "The server said: bad login hunter2hunter2.");
                })
                .step("OtherReady", work -> {
                    throw new IllegalStateException("secret detail");
                })
                .build());
        simulation.add(secret);
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        assertThat(condition(simulation, "PartReady").getMessage()).isEqualTo("The server said: bad login ***.");
        assertThat(condition(simulation, "OtherReady").getReason()).isEqualTo("InternalError");
        assertThat(condition(simulation, "OtherReady").getMessage())
                .contains("IllegalStateException")
                .doesNotContain("secret detail")
                .doesNotContain("\tat ");
        assertThat(simulation.report(Memcached.class, "toy").orElseThrow().faulty())
                .isTrue();
    }

    @Test
    void aRejectedObjectIsAMistakeAndAConflictIsTriedAgain() {
        for (var code : List.of(422, 409, 500)) {
            var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                    .step("PartReady", work -> {
                        throw new KubernetesClientException("no", code, null);
                    })
                    .build());
            simulation.add(Toy.resource("toy"));
            simulation.settle();
            var report = simulation.report(Memcached.class, "toy").orElseThrow();
            var reason = condition(simulation, "PartReady").getReason();
            switch (code) {
                case 422 -> {
                    assertThat(reason).isEqualTo("Rejected");
                    assertThat(report.faulty()).isFalse();
                }
                case 409 -> {
                    assertThat(reason).isEqualTo("Conflict");
                    assertThat(report.again()).isPresent();
                }
                default -> {
                    assertThat(reason).isEqualTo("APIServerError");
                    assertThat(report.faulty()).isTrue();
                }
            }
        }
    }

    @Test
    void blockedByNamesTheObjectThatIsWaitedFor() {
        var ref = Ref.of(Secret.class, Simulation.NAMESPACE, "missing");
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step(
                        "PartReady",
                        new Toy.Told(Outcome.waiting("SecretMissing", "Secret/missing does not exist.")
                                .on(ref)))
                .build());
        simulation.add(Toy.resource("toy"));
        simulation.settle();
        var blockedBy = simulation
                .find(Memcached.class, "toy")
                .orElseThrow()
                .getStatus()
                .blockedBy();
        assertThat(blockedBy.kind()).isEqualTo("Secret");
        assertThat(blockedBy.name()).isEqualTo("missing");
        assertThat(blockedBy.reason()).isEqualTo("SecretMissing");
    }
}
