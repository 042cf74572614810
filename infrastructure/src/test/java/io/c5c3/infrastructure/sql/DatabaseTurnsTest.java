package io.c5c3.infrastructure.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.rotation.Readers;
import io.c5c3.engine.rotation.RotationJournal;
import io.c5c3.engine.rotation.RotationRequest;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two users of a database that take turns. */
class DatabaseTurnsTest extends DatabaseWorld {

    private static final Duration DAY = Duration.ofDays(1);
    private static final String JOURNAL = "login-rotation";

    @Test
    void nothingIsWrittenWhereNobodyAsks() {
        begun();
        assertThat(simulation.find(Secret.class, JOURNAL)).isEmpty();
        assertThat(simulation
                        .find(Secret.class, "keystone-db-connection")
                        .orElseThrow()
                        .getMetadata()
                        .getAnnotations())
                .doesNotContainKey(Readers.TURNS);
    }

    @Test
    void anotherUserTakesThePlaceAndTheOneBeforeGoes() {
        begun();
        ask(0);
        assertThat(users()).containsExactlyInAnyOrder("keystone", "keystone_b");
        assertThat(dsn()).contains("keystone_b:").doesNotContain("the-password");
        // A Secret that was handed over shows what is in use.
        assertThat(written("username")).isEqualTo("keystone_b");
        assertThat(journal().waits().orElseThrow().reason()).isEqualTo("GracePeriod");
        assertThat(condition().getStatus()).isEqualTo("True");

        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
        assertThat(journal().rests()).isTrue();
        assertThat(sql.records(host()))
                .containsKey("database-user/keystone_b")
                .doesNotContainKey("database-user/keystone");
        var writes = simulation.cluster().writes().size();
        simulation.clock().advance(DAY);
        simulation.lookAtEverything();
        assertThat(simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void theFirstNameComesBackWithAnotherPassword() {
        begun();
        ask(0);
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        ask(1);
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).containsExactly("keystone");
        assertThat(written("username")).isEqualTo("keystone");
        assertThat(written("password")).isNotEqualTo("the-password");
        assertThat(dsn()).contains("keystone:").doesNotContain("the-password");
    }

    @Test
    void oneThatTheServerDoesNotLetInChangesNothing() {
        begun();
        sql.refuse("keystone_b", true);
        ask(0);
        assertThat(dsn()).contains("keystone:the-password");
        assertThat(condition().getStatus()).isEqualTo("True");
        assertThat(journal().waits().orElseThrow().reason()).isEqualTo("NewLoginRefused");
        assertThat(journal().waits().orElseThrow().message()).contains("User keystone stays in use");
        sql.refuse("keystone_b", false);
        simulation.settle();
        assertThat(dsn()).contains("keystone_b:");
    }

    @Test
    void aUserOfSomebodyElseIsLeftAlone() {
        begun();
        sql.given(host(), "keystone_b", "theirs", "their_database");
        ask(0);
        assertThat(dsn()).contains("keystone:the-password");
        assertThat(journal().waits().orElseThrow().reason()).isEqualTo("NameTaken");
        assertThat(sql.changes()).doesNotContain("set password of keystone_b");
    }

    @Test
    void theOneBeforeStaysForAsLongAsAPodMayHaveIt() {
        begun();
        pod("old", null);
        ask(0);
        assertThat(journal().waits().orElseThrow().message())
                .contains("0 of 1 pods have the new login; Pod/old may still have the one before");
        simulation.clock().advance(DAY.multipliedBy(5));
        simulation.settle();
        assertThat(users()).contains("keystone");
        // The grace period begins when the last one has gone.
        simulation.cluster().take(Ref.of(Pod.class, Simulation.NAMESPACE, "old"));
        pod("new", "login=1");
        simulation.settle();
        assertThat(journal().waits().orElseThrow().reason()).isEqualTo("GracePeriod");
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
    }

    @Test
    void theOneBeforeStaysForAsLongAsSomebodyIsInWithIt() {
        begun();
        sql.connect("keystone", true);
        ask(0);
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).contains("keystone");
        assertThat(journal().waits().orElseThrow().reason()).isEqualTo("StillInUse");
        sql.connect("keystone", false);
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
    }

    @Test
    void whoNoLongerAsksIsNotNeededToEndIt() {
        begun();
        ask(0);
        simulation.cluster().take(Ref.of(ConfigMap.class, Simulation.NAMESPACE, JOURNAL));
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
    }

    @Test
    void aServerThatIsAwayHoldsItUpAtEachStep() {
        begun();
        sql.away(true);
        ask(0);
        assertThat(simulation.find(Secret.class, JOURNAL)).isEmpty();
        sql.away(false);
        simulation.settle();
        assertThat(dsn()).contains("keystone_b:");
        sql.away(true);
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        sql.away(false);
        assertThat(users()).contains("keystone");
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
    }

    /** The grace period is not over because a clock was wrong for a while. */
    @Test
    void aClockThatWasAheadCostsTimeAndNothingElse() {
        begun();
        simulation.clock().advance(Duration.ofDays(365));
        ask(0);
        assertThat(journal().waits().orElseThrow().reason()).isEqualTo("GracePeriod");
        simulation.clock().advance(Duration.ofDays(-365));
        simulation.settle();
        assertThat(users()).contains("keystone");
        assertThat(journal().unused().orElseThrow())
                .isBeforeOrEqualTo(simulation.clock().instant());
        assertThat(journal().switched().orElseThrow())
                .isBeforeOrEqualTo(simulation.clock().instant());
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
    }

    @Test
    void whatAPersonWritesMeanwhileCounts() {
        begun();
        ask(0);
        login(Map.of("username", "mine", "password", "by hand"));
        handOver();
        simulation.settle();
        assertThat(dsn()).contains("mine:by%20hand");
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        assertThat(users()).containsExactly("mine");
    }

    @Test
    void aServerThatWasRestoredGetsTheLoginThatPodsHave() {
        begun();
        ask(0);
        simulation.clock().advance(DAY.plusSeconds(1));
        simulation.settle();
        var before = dsn();
        sql.forgetServers();
        simulation.settle();
        assertThat(users()).containsExactly("keystone_b");
        assertThat(dsn()).isEqualTo(before);
    }

    @Test
    void allUsersGoWithTheDatabase() {
        policy = DeletionPolicy.Delete;
        begun();
        ask(0);
        assertThat(users()).hasSize(2);
        delete();
        assertThat(users()).isEmpty();
        assertThat(sql.records(host())).isEmpty();
        assertThat(simulation.find(Secret.class, JOURNAL)).isEmpty();
    }

    @Test
    void theLoginIsKnownToWhoComesBackToTheData() {
        begun();
        ask(0);
        var before = dsn();
        delete();
        assertThat(users()).hasSize(2);
        keystone();
        simulation.settle();
        assertThat(dsn()).isEqualTo(before);
    }

    private void begun() {
        ready();
        handOver();
        simulation.settle();
    }

    private void handOver() {
        simulation
                .cluster()
                .edit(
                        Secret.class,
                        Simulation.NAMESPACE,
                        "login",
                        secret -> secret.getMetadata().setAnnotations(Map.of(Owner.ADOPTION, "Keystone/keystone")));
    }

    private void ask(long after) {
        simulation.add(new RotationRequest(Optional.of(after), DAY, "", "").configMap("login"));
        simulation.settle();
    }

    private void pod(String name, @Nullable String turns) {
        var annotations = new TreeMap<String, String>();
        if (turns != null) {
            annotations.put(Readers.TURNS, turns);
        }
        var pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of(Labels.MANAGED_BY, "c5c3"))
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .addNewEnv()
                .withName("OS_DATABASE__CONNECTION")
                .withNewValueFrom()
                .withNewSecretKeyRef("connection", "keystone-db-connection", null)
                .endValueFrom()
                .endEnv()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus()
                .build();
        simulation.add(pod);
    }

    private RotationJournal journal() {
        var secret = simulation.find(Secret.class, JOURNAL).orElseThrow();
        return RotationJournal.read(secret).orElseThrow();
    }

    private String written(String key) {
        return SecretText.decoded(
                simulation.find(Secret.class, "login").orElseThrow().getData().get(key));
    }

    private String host() {
        return simulation.find(Service.class, "db").orElseThrow().getSpec().getClusterIP();
    }

    private Set<String> users() {
        return sql.users(host());
    }
}
