package io.c5c3.controlplane.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.controlplane.SecretAggregate;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SecretAggregateTest {

    private static final String TWO = """
            sources:
              - secretRef: {name: database}
                keys: [{sourceKey: password, targetKey: MARIADB_PASSWORD}]
              - secretRef: {name: ceph}
            target: {name: all}
            """;

    private final Simulation simulation = new Simulation(List.of(new SecretAggregateBlueprint()), new Ports());

    @Test
    void severalBecomeOneAndThenThereIsNothingToDo() {
        secret("database", Map.of("username", "nova", "password", "p"));
        secret("ceph", Map.of("key", "k"));
        aggregate(TWO);
        assertThat(target()).isEqualTo(Map.of("MARIADB_PASSWORD", "p", "key", "k"));
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("AllSourcesAvailable");
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(status().keys()).containsExactly("MARIADB_PASSWORD", "key");
        var writes = simulation.cluster().writes().size();
        simulation.clock().advance(Duration.ofHours(1));
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void itFollowsASourceAndSaysSinceWhen() {
        secret("database", Map.of("password", "p"));
        secret("ceph", Map.of("key", "k"));
        aggregate(TWO);
        var before = status().lastAggregated();
        simulation.clock().advance(Duration.ofMinutes(5));
        secret("database", Map.of("password", "another"));
        simulation.settle();
        assertThat(target()).containsEntry("MARIADB_PASSWORD", "another");
        assertThat(status().lastAggregated()).isGreaterThan(before);
    }

    @Test
    void whatSomebodyWritesIntoTheTargetIsTakenBack() {
        secret("database", Map.of("password", "p"));
        secret("ceph", Map.of("key", "k"));
        aggregate(TWO);
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        Simulation.NAMESPACE,
                        "all",
                        there -> there.setData(SecretText.encoded(Map.of("key", "planted"))));
        simulation.settle();
        assertThat(target()).containsEntry("key", "k");
    }

    @Test
    void whileASourceIsAwayTheTargetStays() {
        secret("database", Map.of("password", "p"));
        aggregate(TWO);
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("WaitingForSecret");
        assertThat(condition("SourcesResolved").getMessage()).contains("Secret/ceph does not exist");
        assertThat(simulation.find(Secret.class, "all")).isEmpty();
        secret("ceph", Map.of("key", "k"));
        simulation.settle();
        assertThat(target()).hasSize(2);
        simulation.cluster().take(Ref.of(Secret.class, Simulation.NAMESPACE, "database"));
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("False");
        assertThat(target()).hasSize(2);
    }

    @Test
    void aKeyThatIsMissingIsNamedWithThoseThatAreThere() {
        secret("database", Map.of("username", "nova", "root", "r"));
        secret("ceph", Map.of("key", "k"));
        aggregate(TWO);
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("WaitingForKey");
        assertThat(condition("SourcesResolved").getMessage())
                .contains("Secret/database")
                .contains("lacks password; it has root, username")
                .doesNotContain("nova");
    }

    @Test
    void twoThatDisagreeAreRefusedAndTheTargetStays() {
        secret("database", Map.of("password", "p"));
        secret("ceph", Map.of("key", "k"));
        aggregate(TWO);
        secret("ceph", Map.of("key", "k", "MARIADB_PASSWORD", "another"));
        simulation.settle();
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("KeyConflict");
        assertThat(condition("SourcesResolved").getMessage())
                .contains("The key MARIADB_PASSWORD of the target comes from two places")
                .contains("the key password of Secret/database")
                .contains("the key MARIADB_PASSWORD of Secret/ceph")
                .doesNotContain("another\"");
        assertThat(condition("Stalled").getStatus()).isEqualTo("True");
        assertThat(target()).containsEntry("MARIADB_PASSWORD", "p");
        secret("ceph", Map.of("key", "k"));
        simulation.settle();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void twoKeysOfOneSourceUnderOneNameAreRefused() {
        secret("database", Map.of("password", "p", "root", "r"));
        aggregate("""
                sources: [{secretRef: {name: database}, keys: [{sourceKey: password}, {sourceKey: root, targetKey: password}]}]
                target: {name: all}
                """);
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("KeyConflict");
    }

    @Test
    void aSourceCannotBeTheTarget() {
        secret("all", Map.of("key", "k"));
        aggregate("""
                sources: [{secretRef: {name: all, namespace: openstack}}]
                target: {name: all}
                """);
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("TargetIsSource");
    }

    @Test
    void somebodyElsesSecretIsLeftAlone() {
        secret("database", Map.of("password", "p"));
        secret("ceph", Map.of("key", "k"));
        secret("all", Map.of("theirs", "t"));
        aggregate(TWO);
        assertThat(condition("SecretReady").getReason()).isEqualTo("NameTaken");
        assertThat(target()).isEqualTo(Map.of("theirs", "t"));
    }

    @Test
    void anotherTargetTakesTheFormerAway() {
        secret("database", Map.of("password", "p"));
        secret("ceph", Map.of("key", "k"));
        aggregate(TWO);
        aggregate(TWO.replace("name: all", "name: other"));
        assertThat(simulation.find(Secret.class, "all")).isEmpty();
        assertThat(simulation.find(Secret.class, "other")).isPresent();
    }

    @Test
    void ofAnotherNamespaceOnlyWhatAGrantNames() {
        simulation
                .cluster()
                .put(new SecretBuilder()
                        .withNewMetadata()
                        .withName("treasure")
                        .withNamespace("elsewhere")
                        .endMetadata()
                        .withData(SecretText.encoded(Map.of("key", "k")))
                        .build());
        aggregate("""
                sources: [{secretRef: {name: treasure, namespace: elsewhere}}]
                target: {name: all}
                """);
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("ReferenceNotGranted");
        grant(null);
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("ReferenceNotGranted");
        assertThat(condition("SourcesResolved").getMessage()).contains("has to name Secret/treasure");
        assertThat(simulation.find(Secret.class, "all")).isEmpty();
        grant("treasure");
        assertThat(target()).isEqualTo(Map.of("key", "k"));
        simulation.cluster().take(Ref.of(ReferenceGrant.class, "elsewhere", "ours"));
        simulation.settle();
        assertThat(condition("SourcesResolved").getReason()).isEqualTo("ReferenceNotGranted");
    }

    private void grant(@Nullable String name) {
        var grant =
                Json.KUBERNETES.unmarshal("""
                apiVersion: c5c3.io/v1alpha1
                kind: ReferenceGrant
                metadata: {name: ours, namespace: elsewhere}
                spec:
                  from: [{group: c5c3.io, kind: SecretAggregate, namespace: openstack}]
                  to: [{group: "", kind: Secret%s}]
                """.formatted(name == null ? "" : ", name: " + name), ReferenceGrant.class);
        simulation.cluster().put(grant);
        simulation.settle();
    }

    private void secret(String name, Map<String, String> values) {
        simulation.add(new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(SecretText.encoded(values))
                .build());
    }

    private void aggregate(String spec) {
        var resource = new SecretAggregate();
        resource.setMetadata(new ObjectMetaBuilder()
                .withName("all")
                .withFinalizers(there().map(found -> found.getMetadata().getFinalizers())
                        .orElse(List.of()))
                .build());
        resource.setSpec(Json.KUBERNETES.unmarshal(spec, SecretAggregate.Spec.class));
        simulation.add(resource);
        simulation.settle();
    }

    private Map<String, String> target() {
        return SecretText.decoded(
                simulation.find(Secret.class, "all").orElseThrow().getData());
    }

    private Optional<SecretAggregate> there() {
        return simulation.find(SecretAggregate.class, "all");
    }

    private SecretAggregate.Status status() {
        return Objects.requireNonNull(there().orElseThrow().getStatus());
    }

    private Condition condition(String type) {
        return Conditions.of(there().orElseThrow(), type).orElseThrow();
    }
}
