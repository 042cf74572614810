package io.c5c3.infrastructure.valkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ValkeySimulationTest {

    private static final String NAME = "valkey";
    private static final String THREE = "{replicas: 3, sentinel: {enabled: true}}";
    private static final Class<io.c5c3.api.foreign.Valkey> SAP = io.c5c3.api.foreign.Valkey.class;

    private final MemoryStore store = new MemoryStore();
    private final Simulation simulation =
            new Simulation(List.of(new ValkeyBlueprint()), new Ports().with(Store.class, store));

    @BeforeEach
    void withoutSap() {
        simulation.cluster().without(SAP);
    }

    @Test
    void oneServerBecomesReadyAndThenRests() {
        apply("{}");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(condition("PrimaryReady").getMessage())
                .isEqualTo("Valkey 8.1.0-memory answers: Pod/valkey-0 is the primary, with 0 replicas.");
        assertThat(valkey().getStatus().endpoint()).isEqualTo("valkey-client.openstack.svc.cluster.local:6379");
        assertThat(simulation.find(PodDisruptionBudget.class, NAME)).isEmpty();
        assertThat(simulation
                        .find(Service.class, "valkey-client")
                        .orElseThrow()
                        .getSpec()
                        .getSelector())
                .containsEntry("statefulset.kubernetes.io/pod-name", "valkey-0");
        assertThat(binding().keySet()).containsExactlyInAnyOrder("host", "port", "password", "tlsEnabled");
        assertRest();
    }

    @Test
    void theFirstServerBeginsAlone() {
        simulation.hold(NAME);
        apply(THREE);
        assertThat(replicas()).isEqualTo(1);
        simulation.mend(NAME);
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
        assertThat(condition("PrimaryReady").getMessage())
                .endsWith("Pod/valkey-0 is the primary, with 2 replicas that the sentinels may elect.");
        assertThat(valkey().getStatus().endpoint()).isEqualTo("valkey-client.openstack.svc.cluster.local:26379");
        assertThat(binding())
                .containsEntry("primaryName", "myprimary")
                .containsEntry("sentinelHost", "valkey-client.openstack.svc.cluster.local")
                .containsEntry("sentinelPort", "26379");
        assertThat(simulation.find(PodDisruptionBudget.class, NAME)).isPresent();
        assertRest();
    }

    /** When they are all away, none may wait for another. */
    @Test
    void serversThatBeganTogetherStartTogether() {
        apply(THREE);
        simulation.hold(NAME);
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
    }

    @Test
    void anElectionIsTold() {
        apply(THREE);
        store.elect("valkey-2.valkey.openstack.svc.cluster.local");
        simulation.clock().advance(Duration.ofMinutes(2));
        simulation.lookAtEverything();
        assertThat(valkey().getStatus().primary()).isEqualTo("valkey-2");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void whatIsMissingIsNamed() {
        store.follow(1);
        apply(THREE);
        assertThat(condition("PrimaryReady").getReason()).isEqualTo("ReplicasMissing");
        assertThat(condition("PrimaryReady").getMessage()).contains("1 of 2 replicas");
        store.follow(2);
        store.majority(false);
        simulation.settle();
        assertThat(condition("PrimaryReady").getReason()).isEqualTo("NoMajority");
        store.majority(true);
        store.down(true);
        simulation.settle();
        assertThat(condition("PrimaryReady").getMessage())
                .isEqualTo("The sentinels miss the primary Pod/valkey-0, and elect another if they can.");
        store.away(true);
        simulation.settle();
        assertThat(condition("PrimaryReady").getReason()).isEqualTo("WaitingForServer");
        store.down(false);
        store.away(false);
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void withoutSentinelsTheReplicasAreCounted() {
        store.follow(1);
        apply("{replicas: 3}");
        assertThat(condition("PrimaryReady").getMessage())
                .isEqualTo("Pod/valkey-0 is the primary, and 1 of 2 replicas follow it.");
        assertThat(replicas()).isEqualTo(3);
    }

    @Test
    void eitherSecretBringsThePasswordBack() {
        apply("{}");
        var password = binding().get("password");
        for (var lost : List.of("valkey-password", "valkey-valkey-binding")) {
            take(Secret.class, lost);
            simulation.settle();
            assertThat(values(lost)).containsEntry("password", password);
            assertThat(condition("Ready").getStatus()).isEqualTo("True");
        }
    }

    @Test
    void anotherPasswordIsToldAndNotShown() {
        apply("{}");
        simulation.add(new SecretBuilder(
                        simulation.find(Secret.class, "valkey-password").orElseThrow())
                .withData(Map.of("password", encoded("edited-by-hand")))
                .build());
        simulation.settle();
        assertThat(condition("PrimaryReady").getReason()).isEqualTo("PasswordMismatch");
        assertThat(condition("PrimaryReady").getMessage())
                .contains("Secret/valkey-password", "delete all pods of StatefulSet/valkey")
                .doesNotContain("edited-by-hand");
    }

    @Test
    void encryptionIsToldToClients() {
        apply("{tls: {enabled: true}}");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(binding()).containsEntry("tlsEnabled", "true");
        assertThat(binding().get("caData")).startsWith("-----BEGIN CERTIFICATE-----");
        assertRest();
    }

    @Test
    void theServersOfSapAreUsedWhereTheyCanBeHad() {
        var there = new Simulation(List.of(new ValkeyBlueprint()), new Ports().with(Store.class, store));
        there.add(written(THREE));
        there.settle();
        assertThat(there.find(StatefulSet.class, NAME)).isEmpty();
        assertThat(ready(there)).contains("No operator has looked at Valkey/valkey yet");
        there.cluster()
                .setStatus(
                        Ref.of(SAP, Simulation.NAMESPACE, NAME),
                        new io.c5c3.api.foreign.Valkey.Status(List.of(new ConditionBuilder()
                                .withType("Ready")
                                .withStatus("True")
                                .build())));
        there.settle();
        assertThat(ready(there)).contains("valkey-valkey-binding");
        there.add(new SecretBuilder()
                .withNewMetadata()
                .withName("valkey-valkey-binding")
                .endMetadata()
                .withData(Map.of("host", encoded("h"), "port", encoded("6379"), "password", encoded("p")))
                .build());
        there.settle();
        assertThat(ready(there)).isEqualTo("Everything is ready.");
        there.add(changed(there, "{provider: BuiltIn, replicas: 3, sentinel: {enabled: true}}"));
        there.settle();
        assertThat(ready(there)).contains("write provider: SAP again");
        assertThat(there.find(SAP, NAME)).isPresent();
    }

    /** What began before SAP's operator was installed stays where its data is. */
    @Test
    void anOperatorThatComesLaterChangesNothing() {
        var later = new Simulation(List.of(new ValkeyBlueprint()), new Ports().with(Store.class, store));
        var begun = written("{}");
        begun.setStatus(new Valkey.Status(null, null, Valkey.Provider.BuiltIn, null, null, null, null, null));
        later.add(begun);
        later.settle();
        assertThat(ready(later)).isEqualTo("Everything is ready.");
        assertThat(later.find(SAP, NAME)).isEmpty();
    }

    private static String ready(Simulation world) {
        var valkey = world.find(Valkey.class, NAME).orElseThrow();
        return Conditions.of(valkey, "Ready").orElseThrow().getMessage();
    }

    private static Valkey changed(Simulation world, String spec) {
        var valkey = world.find(Valkey.class, NAME).orElseThrow();
        valkey.setSpec(written(spec).getSpec());
        return valkey;
    }

    private static Valkey written(String spec) {
        return Json.KUBERNETES.unmarshal("""
                apiVersion: openstack.k8s.io/v1alpha1
                kind: Valkey
                metadata: {name: valkey, namespace: openstack}
                spec: %s
                """.formatted(spec), Valkey.class);
    }

    private void apply(String spec) {
        simulation.add(written(spec));
        simulation.settle();
    }

    private Valkey valkey() {
        return simulation.find(Valkey.class, NAME).orElseThrow();
    }

    private Condition condition(String type) {
        return Conditions.of(valkey(), type).orElseThrow();
    }

    private int replicas() {
        return simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec().getReplicas();
    }

    private Map<String, String> binding() {
        return values("valkey-valkey-binding");
    }

    private Map<String, String> values(String secret) {
        var values = new TreeMap<>(
                simulation.find(Secret.class, secret).orElseThrow().getData());
        values.replaceAll((key, value) -> new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8));
        return values;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void take(Class<? extends HasMetadata> kind, String name) {
        simulation.cluster().take(Ref.of(kind, Simulation.NAMESPACE, name));
    }

    private void assertRest() {
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }
}
