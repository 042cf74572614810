package io.c5c3.infrastructure.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.Sql;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several servers that hold the same data: who takes the writes, and what becomes of them when they change, die, or are more or fewer. */
class MariaDBMembersTest {

    private static final String NAME = "db";
    private final MemorySql sql = new MemorySql();
    private final Simulation simulation =
            new Simulation(List.of(new MariaDBBlueprint()), new Ports().with(Sql.class, sql));

    @Test
    void threeMembersBecomeReadyWithOneWriterAndThenRest() {
        three();
        assertThat(ready()).isTrue();
        assertThat(condition("ClusterReady").getMessage())
                .isEqualTo("Pod/db-0 takes the writes, and 3 of 3 members serve.");
        assertThat(selector(NAME)).containsEntry(Membership.ROLE, Membership.WRITER);
        assertThat(selector("db-readers")).doesNotContainKey(Membership.ROLE);
        assertThat(simulation.find(PodDisruptionBudget.class, NAME)).isPresent();
        assertThat(status().writer()).isEqualTo("db-0");
        assertThat(status().members()).isEqualTo(3);
        var writes = simulation.cluster().writes().size();
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void anotherTakesTheWritesWhenTheOneThatDidServesNobodyAnyMore() {
        three();
        simulation.hold("db-0");
        simulation.settle();
        assertThat(writers()).containsExactly("db-1");
        assertThat(condition("ClusterReady").getMessage())
                .isEqualTo("Pod/db-1 takes the writes, and 2 of 3 members serve.");
        assertThat(condition("ServerReady").getStatus())
                .as("who stands on it goes on")
                .isEqualTo("True");
        assertThat(condition("StatefulSetReady").getStatus()).isEqualTo("False");
        simulation.mend("db-0");
        simulation.settle();
        assertThat(writers()).as("nobody is moved without need").containsExactly("db-1");
        assertThat(ready()).isTrue();
    }

    @Test
    void whoDiesUnmarkedLeavesTheWriterAlone() {
        three();
        simulation.hold("db-2");
        simulation.settle();
        assertThat(writers()).containsExactly("db-0");
        assertThat(status().members()).isEqualTo(2);
    }

    @Test
    void whenNobodyServesItSaysWhomItWaitsForAndTheMarkStays() {
        three();
        IntStream.range(0, 3).forEach(number -> simulation.hold("db-" + number));
        simulation.settle();
        assertThat(condition("ClusterReady").getReason()).isEqualTo("NoMemberServes");
        assertThat(condition("ClusterReady").getMessage())
                .contains("Pod/db-0 is Running, Pod/db-1 is Running, Pod/db-2 is Running")
                .contains("Nobody begins before every member was asked how far it came");
        assertThat(status().writer()).isNull();
        IntStream.range(0, 3).forEach(number -> simulation.mend("db-" + number));
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(writers()).hasSize(1);
    }

    @Test
    void membersAreRestartedOneByOneAndTheWriterLast() {
        three();
        var before = uids();
        simulation.hold("db-2");
        change(3, Map.of("max_connections", "77"));
        simulation.settle();
        assertThat(uids().get(2)).as("who does not serve loses nothing").isNotEqualTo(before.get(2));
        assertThat(uids().subList(0, 2)).as("nobody else while one is away").isEqualTo(before.subList(0, 2));
        simulation.mend("db-2");
        simulation.settle();
        assertThat(uids()).doesNotContainAnyElementsOf(before);
        assertThat(writers()).as("it went to one that already ran the new").hasSize(1);
        assertThat(writers().getFirst()).isNotEqualTo("db-0");
        assertThat(ready()).isTrue();
        assertThat(sql.changes()).isEmpty();
    }

    @Test
    void oneServerBecomesThreeAndKeepsWhatItHas() {
        mariadb(1);
        var password = password();
        change(3, Map.of());
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(claims()).containsExactly("data-db-0", "data-db-1", "data-db-2");
        assertThat(password()).isEqualTo(password);
        assertThat(writers()).hasSize(1);
    }

    @Test
    void threeBecomeOneOnlyOnceTheOneThatStaysHasEverything() {
        three();
        simulation.hold("db-0");
        simulation.settle();
        change(1, Map.of());
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
        simulation.mend("db-0");
        simulation.settle();
        assertThat(replicas()).isEqualTo(1);
        assertThat(ready()).isTrue();
        assertThat(selector(NAME)).doesNotContainKey(Membership.ROLE);
    }

    /** What the former members hold is older than what the one that stayed alone has written since. */
    @Test
    void volumesOfFormerMembersAreNotTakenForNewOnes() {
        three();
        change(1, Map.of());
        simulation.settle();
        change(3, Map.of());
        simulation.settle();
        assertThat(replicas()).isEqualTo(1);
        assertThat(condition("ClusterReady").getReason()).isEqualTo("OldVolume");
        assertThat(condition("ClusterReady").getMessage()).contains("PersistentVolumeClaim/data-db-1");
        Stream.of("data-db-1", "data-db-2").forEach(this::take);
        simulation.settle();
        assertThat(replicas()).isEqualTo(3);
        assertThat(ready()).isTrue();
    }

    @Test
    void theVolumeOfOneIsFilledFromTheOthers() {
        three();
        simulation.lose("data-db-1");
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(writers()).hasSize(1);
    }

    @Test
    void theVolumesOfAllAreLostAndNothingIsBegunAnew() {
        three();
        IntStream.range(0, 3).forEach(number -> simulation.lose("data-db-" + number));
        simulation.settle();
        assertThat(ready()).isFalse();
        assertThat(condition("StatefulSetReady").getReason()).isEqualTo(Founding.DATA_LOST);
        assertThat(condition("ClusterReady").getStatus()).isEqualTo("False");
    }

    @Test
    void somebodyElsesPodOfTheSameNameIsNoMember() {
        three();
        var there = simulation.find(Pod.class, "db-0").orElseThrow();
        simulation.cluster().take(Ref.of(there));
        simulation.add(new PodBuilder(there)
                .editMetadata()
                .withUid("another")
                .withOwnerReferences(List.<OwnerReference>of())
                .removeFromLabels(Membership.ROLE)
                .endMetadata()
                .build());
        simulation.settle();
        assertThat(writers()).containsExactly("db-1");
        assertThat(status().members()).isEqualTo(2);
    }

    @Test
    void aChangedPasswordIsChangedOnceForAllAndNobodyIsRestarted() {
        three();
        var before = uids();
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        Simulation.NAMESPACE,
                        "db-root",
                        secret -> secret.getData().put("password", SecretText.encoded("another")));
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(sql.changes()).containsExactly("set password of root");
        assertThat(uids()).isEqualTo(before);
    }

    /** Each server takes its password by itself when it starts, so all have to. */
    @Test
    void whenAllSecretsAreLostEveryMemberTakesANewPassword() {
        three();
        var before = uids();
        simulation.cluster().take(Ref.of(Secret.class, Simulation.NAMESPACE, "db-root"));
        simulation.cluster().take(Ref.of(Secret.class, Simulation.NAMESPACE, "db-root-backup"));
        simulation.settle();
        assertThat(ready()).isTrue();
        assertThat(uids()).doesNotContainAnyElementsOf(before);
    }

    private void three() {
        mariadb(3);
    }

    private void mariadb(int replicas) {
        simulation.add(MariaDBSimulationTest.mariadb(replicas, "10Gi", null, Map.of(), DeletionPolicy.Retain));
        simulation.settle();
    }

    private void change(int replicas, Map<String, String> config) {
        simulation
                .cluster()
                .edit(
                        MariaDB.class,
                        Simulation.NAMESPACE,
                        NAME,
                        db -> db.setSpec(
                                MariaDBSimulationTest.mariadb(replicas, "10Gi", null, config, DeletionPolicy.Retain)
                                        .getSpec()));
    }

    private void take(String claim) {
        simulation.cluster().take(Ref.of(PersistentVolumeClaim.class, Simulation.NAMESPACE, claim));
    }

    private List<String> writers() {
        return simulation
                .cluster()
                .list(Pod.class, Simulation.NAMESPACE, Map.of(Membership.ROLE, Membership.WRITER))
                .stream()
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    private List<String> claims() {
        return simulation.cluster().list(PersistentVolumeClaim.class, Simulation.NAMESPACE, Map.of()).stream()
                .map(claim -> claim.getMetadata().getName())
                .sorted()
                .toList();
    }

    private List<String> uids() {
        return IntStream.range(0, 3)
                .mapToObj(number -> simulation.find(Pod.class, NAME + "-" + number))
                .flatMap(Optional::stream)
                .map(pod -> pod.getMetadata().getUid())
                .toList();
    }

    private int replicas() {
        return simulation.find(StatefulSet.class, NAME).orElseThrow().getSpec().getReplicas();
    }

    private Map<String, String> selector(String service) {
        return simulation.find(Service.class, service).orElseThrow().getSpec().getSelector();
    }

    private String password() {
        return simulation.find(Secret.class, "db-root").orElseThrow().getData().get("password");
    }

    private MariaDB.Status status() {
        return simulation.find(MariaDB.class, NAME).orElseThrow().getStatus();
    }

    private boolean ready() {
        return Conditions.ready(simulation.find(MariaDB.class, NAME).orElseThrow());
    }

    private Condition condition(String type) {
        return Conditions.of(simulation.find(MariaDB.class, NAME).orElseThrow(), type)
                .orElseThrow();
    }
}
