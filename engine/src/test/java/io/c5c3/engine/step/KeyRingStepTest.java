package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.http.HttpPage;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KeyRingStepTest {

    private static final String NAMESPACE = "openstack";
    private static final String RING = "keystone-fernet-keys";
    private static final String BACKUP = RING + "-backup";
    private static final String STAGING = RING + "-rotation";
    private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/component", "api");
    private static final KeyReaders READERS =
            new ServingReaders("fernet", LABELS, 5000, "keystone.openstack.svc.cluster.local", Optional.empty());

    private final Settable clock = new Settable(Instant.parse("2026-01-01T12:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);
    private final Keystone owner = owner();
    private KeyRingStep step = step("0 0 * * *", false, Optional.empty());

    @Test
    void keysAreMadeOnceAndKeptTwice() {
        assertThat(run().reason()).isEqualTo("FernetKeysAvailable");
        var keys = secret(RING).getData();
        assertThat(keys).containsOnlyKeys("0", "1", "2", "mark");
        assertThat(secret(BACKUP).getData()).isEqualTo(keys);
        assertThat(secret(RING).getMetadata().getOwnerReferences()).isEmpty();
        var writes = cluster.writes().size();
        assertThat(run().reason()).isEqualTo("FernetKeysAvailable");
        assertThat(cluster.writes()).hasSize(writes);
        assertThat(secret(RING).getData()).isEqualTo(keys);
    }

    @Test
    void theNextLookIsAskedForWhenTheScheduleComes() {
        var outcome = (Outcome.Done) run();
        assertThat(outcome.again().orElseThrow()).isCloseTo(Duration.ofHours(12), Duration.ofMillis(1));
        assertThat(outcome.message()).contains("due at 2026-01-02T00:00:00Z");
    }

    @Test
    void theScheduleRotates() {
        run();
        var before = KeyRing.of(secret(RING).getData());
        clock.advance(Duration.ofHours(13));
        assertThat(run().reason()).isEqualTo("FernetKeysRotated");
        var after = KeyRing.of(secret(RING).getData());
        assertThat(after.problemAfter(before, 3)).isEmpty();
        assertThat(secret(BACKUP).getData()).isEqualTo(secret(RING).getData());
        assertThat(find(STAGING)).isEmpty();
        assertThat(rotations()).isEqualTo(1);
        var writes = cluster.writes().size();
        run();
        assertThat(cluster.writes()).hasSize(writes);
    }

    @Test
    void longDownTimeIsMadeUpForByOneRotation() {
        run();
        clock.advance(Duration.ofDays(30));
        run();
        run();
        assertThat(rotations()).isEqualTo(1);
    }

    /** A clock that was ahead must not hold up the schedule until that time comes. */
    @Test
    void aRotationInTheFutureIsTakenForOneOfNow() {
        run();
        clock.advance(Duration.ofDays(400));
        run();
        assertThat(rotations()).isEqualTo(1);
        clock.advance(Duration.ofDays(-399));
        assertThat(run().message()).contains("by a clock that was ahead, and corrected");
        clock.advance(Duration.ofHours(25));
        run();
        assertThat(rotations()).isEqualTo(2);
        assertThat(run().message()).doesNotContain("ahead");
        assertThat(secret(BACKUP).getData()).isEqualTo(secret(RING).getData());
    }

    @Test
    void aSuspendedScheduleRestsButARequestIsMet() {
        step = step("0 0 * * *", true, Optional.empty());
        run();
        clock.advance(Duration.ofDays(3));
        assertThat(((Outcome.Done) run()).again()).isEmpty();
        assertThat(rotations()).isZero();
        request("now");
        run();
        assertThat(rotations()).isEqualTo(1);
        run();
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void aRequestIsMetAtOnce() {
        request("first");
        run();
        assertThat(rotations())
                .as("a request that was there before the keys is met by making them")
                .isZero();
        request("second");
        run();
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void aBadScheduleIsAMistake() {
        step = step("0 0 30 2 *", false, Optional.empty());
        var outcome = (Outcome.Failed) run();
        assertThat(outcome.reason()).isEqualTo("InvalidSchedule");
        assertThat(outcome.terminal()).isTrue();
    }

    @Test
    void aLostRingComesBackFromItsBackup() {
        run();
        clock.advance(Duration.ofDays(1));
        run();
        var keys = secret(RING).getData();
        cluster.take(Ref.of(Secret.class, NAMESPACE, RING));
        assertThat(run().reason()).isEqualTo("KeysRestored");
        assertThat(run().reason()).isEqualTo("FernetKeysRotated");
        assertThat(secret(RING).getData()).isEqualTo(keys);
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void aLostBackupIsMadeAgain() {
        run();
        cluster.take(Ref.of(Secret.class, NAMESPACE, BACKUP));
        run();
        assertThat(secret(BACKUP).getData()).isEqualTo(secret(RING).getData());
    }

    @Test
    void aDamagedRingComesBackFromItsBackup() {
        run();
        var keys = secret(RING).getData();
        cluster.edit(Secret.class, NAMESPACE, RING, secret -> secret.getData().remove("0"));
        assertThat(run().reason()).isEqualTo("KeysInvalid");
        assertThat(run().succeeded()).isTrue();
        assertThat(secret(RING).getData()).isEqualTo(keys);
    }

    @Test
    void damageWithoutABackupIsForAPersonToMend() {
        run();
        cluster.edit(Secret.class, NAMESPACE, RING, secret -> secret.getData().clear());
        cluster.edit(Secret.class, NAMESPACE, BACKUP, secret -> secret.getData().clear());
        var writes = cluster.writes().size();
        assertThat(run().reason()).isEqualTo("KeysInvalid");
        assertThat(cluster.writes()).as("nothing is overwritten").hasSize(writes);
        cluster.take(Ref.of(Secret.class, NAMESPACE, RING));
        assertThat(run().reason()).isEqualTo("KeysInvalid");
        cluster.take(Ref.of(Secret.class, NAMESPACE, BACKUP));
        assertThat(run().reason()).isEqualTo("DataLost");
    }

    @Test
    void keysThatAreGoneWithTheirBackupAreNotMadeAgain() {
        run();
        var keys = secret(RING);
        cluster.take(Ref.of(Secret.class, NAMESPACE, RING));
        cluster.take(Ref.of(Secret.class, NAMESPACE, BACKUP));
        var lost = (Outcome.Failed) run();
        assertThat(lost.reason()).isEqualTo("DataLost");
        assertThat(lost.terminal()).isTrue();
        assertThat(lost.message()).contains("Secret/" + RING, "Secret/" + BACKUP, "write one of the two Secrets back");
        assertThat(find(RING)).isEmpty();
        assertThat(find(BACKUP)).isEmpty();
        cluster.put(keys);
        assertThat(run().succeeded()).isTrue();
        assertThat(secret(BACKUP).getData()).isEqualTo(keys.getData());
    }

    @Test
    void aRotationBySomebodyElseIsTakenOverWhenItIsComplete() {
        run();
        var next = KeyRing.of(secret(RING).getData()).rotated(3).data();
        stage(next, Map.of());
        run();
        assertThat(rotations()).isZero();
        stage(next, Map.of("cobaltcore.c5c3.io/rotation-completed-at", "2026-01-01T12:00:30Z"));
        run();
        assertThat(KeyRing.of(secret(RING).getData()).data()).isEqualTo(next);
        assertThat(find(STAGING)).isEmpty();
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void aBadRotationIsThrownAway() {
        run();
        var keys = secret(RING).getData();
        stage(KeyRing.fresh(3).data(), Map.of("rotation-completed-at", "x"));
        assertThat(run().reason()).isEqualTo("StagingInvalid");
        assertThat(secret(RING).getData()).isEqualTo(keys);
        assertThat(find(STAGING)).isEmpty();
        assertThat(run().reason()).isEqualTo("FernetKeysAvailable");
    }

    @Test
    void anOutdatedRotationOfOursIsDroppedInSilence() {
        run();
        var stale = new KeyRingSecret(secret(RING), Optional.empty()).candidate(STAGING, 3);
        clock.advance(Duration.ofDays(1));
        run();
        var keys = secret(RING).getData();
        stale.getMetadata().setNamespace(NAMESPACE);
        cluster.put(stale);
        assertThat(run().reason()).isEqualTo("FernetKeysRotated");
        assertThat(secret(RING).getData()).isEqualTo(keys);
        assertThat(find(STAGING)).isEmpty();
    }

    @Test
    void podsThatMountOlderKeysAreToldOnce() {
        run();
        pod("old");
        clock.advance(Duration.ofDays(1));
        run();
        clock.advance(Duration.ofSeconds(5));
        pod("new");
        var writes = cluster.writes().size();
        run();
        assertThat(cluster.writes()).hasSize(writes);
        assertThat(mark("old")).isEqualTo(new KeyRingSecret(secret(RING), Optional.empty()).revision());
        assertThat(mark("new")).isEmpty();
    }

    @Test
    void aPodThatChangedMeanwhileIsToldLater() {
        run();
        pod("busy");
        clock.advance(Duration.ofDays(1));
        cluster.interfere(new MemoryCluster.Interference() {
            @Override
            public void before(String write) {
                if (write.equals("replace Pod/busy")) {
                    throw new KubernetesClientException("changed", 409, null);
                }
            }
        });
        var outcome = (Outcome.Done) run();
        assertThat(outcome.again().orElseThrow()).isCloseTo(Duration.ofSeconds(1), Duration.ofMillis(1));
        cluster.interfere(new MemoryCluster.Interference() {});
        run();
        assertThat(mark("busy")).isNotEmpty();
    }

    @Test
    void theNextRotationWaitsForTheMigrationOfTheLast() {
        step = step("0 * * * *", false, Optional.of("migrate"));
        run();
        clock.advance(Duration.ofHours(1));
        run();
        assertThat(rotations()).isEqualTo(1);
        clock.advance(Duration.ofHours(1));
        assertThat(run().message()).contains("waits for Job/migrate");
        migrated(0);
        run();
        assertThat(rotations()).as("the Job of another rotation does not count").isEqualTo(1);
        migrated(1);
        run();
        assertThat(rotations()).isEqualTo(2);
    }

    @Test
    void keysOutliveTheResourceUnlessItSaysOtherwise() {
        run();
        step.teardown(work());
        assertThat(find(RING)).isPresent();
        new KeyRingStep("fernet", RING, Optional.empty(), 3, "@daily", false, READERS, Optional.empty(), true)
                .teardown(work());
        assertThat(find(RING)).isEmpty();
        assertThat(find(BACKUP)).isEmpty();
    }

    /** Kills the operator before and after every single write of making keys and rotating them twice. */
    @Test
    void aCrashAtAnyWriteLosesNoKeyAndRotatesNoMoreThanDue() {
        var crashes = 0;
        for (var n = 1; n < 100; n++) {
            var world = new KeyRingStepTest();
            world.pod("reader");
            var crash = new CrashAt(n);
            world.cluster.interfere(crash);
            world.survive();
            var first = KeyRing.of(world.secret(RING).getData());
            assertThat(world.rotations()).isZero();
            for (var day = 1; day <= 2; day++) {
                var before = KeyRing.of(world.secret(RING).getData());
                world.clock.advance(Duration.ofDays(1));
                world.survive();
                assertThat(world.rotations()).isEqualTo(day);
                assertThat(KeyRing.of(world.secret(RING).getData()).problemAfter(before, 3))
                        .isEmpty();
                assertThat(world.secret(BACKUP).getData())
                        .isEqualTo(world.secret(RING).getData());
                assertThat(world.find(STAGING)).isEmpty();
            }
            assertThat(world.secret(RING).getData().values())
                    .contains(first.data().get("0"));
            assertThat(world.mark("reader")).isNotEmpty();
            if (!crash.happened) {
                assertThat(crashes).isGreaterThan(10);
                return;
            }
            crashes++;
        }
        fail("more writes than expected");
    }

    private void survive() {
        for (var tries = 0; tries < 5; tries++) {
            try {
                if (run().succeeded()) {
                    run();
                    return;
                }
            } catch (Crash e) {
                // The operator starts again.
            }
        }
        fail("no fixed point");
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class CrashAt implements MemoryCluster.Interference {
        private final int at;
        private int seen;
        private boolean happened;

        CrashAt(int at) {
            this.at = at;
        }

        @Override
        public void before(String write) {
            tick();
        }

        @Override
        public void after(String write) {
            tick();
        }

        private void tick() {
            if (++seen == at) {
                happened = true;
                throw new Crash();
            }
        }
    }

    private static KeyRingStep step(String schedule, boolean suspended, Optional<String> migration) {
        return new KeyRingStep("fernet", RING, Optional.empty(), 3, schedule, suspended, READERS, migration, false);
    }

    private static Keystone owner() {
        var keystone = new Keystone();
        keystone.setMetadata(new ObjectMetaBuilder()
                .withName("keystone")
                .withNamespace(NAMESPACE)
                .withUid("1")
                .withAnnotations(new TreeMap<>())
                .build());
        return keystone;
    }

    private Work work() {
        return new Work(
                owner,
                "keystone",
                cluster,
                new Ports().with(HttpPage.class, target -> {
                    throw new AssertionError("no pod runs");
                }),
                clock);
    }

    private Outcome run() {
        return step.run(work());
    }

    private void request(String token) {
        owner.getMetadata().getAnnotations().put(KeyRingStep.requestAnnotation("fernet"), token);
    }

    private void stage(Map<String, String> data, Map<String, String> annotations) {
        put(new SecretBuilder()
                .withNewMetadata()
                .withName(STAGING)
                .withAnnotations(annotations)
                .endMetadata()
                .withData(data)
                .build());
    }

    private void pod(String name) {
        put(new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(LABELS)
                .endMetadata()
                .build());
    }

    private void migrated(int rotation) {
        put(MigrationMark.on(
                new JobBuilder()
                        .withNewMetadata()
                        .withName("migrate")
                        .endMetadata()
                        .withNewSpec()
                        .withNewTemplate()
                        .withNewMetadata()
                        .endMetadata()
                        .endTemplate()
                        .endSpec()
                        .build(),
                rotation));
        cluster.setStatus(
                Ref.of(Job.class, NAMESPACE, "migrate"),
                new JobStatusBuilder()
                        .addNewCondition()
                        .withType("Complete")
                        .withStatus("True")
                        .endCondition()
                        .build());
    }

    private void put(HasMetadata object) {
        object.getMetadata().setNamespace(NAMESPACE);
        cluster.put(object);
    }

    private Optional<Secret> find(String name) {
        return cluster.find(Secret.class, NAMESPACE, name);
    }

    private Secret secret(String name) {
        return find(name).orElseThrow();
    }

    private int rotations() {
        return MigrationMark.rotations(secret(RING));
    }

    private String mark(String pod) {
        var annotations = cluster.find(Pod.class, NAMESPACE, pod)
                .orElseThrow()
                .getMetadata()
                .getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault("c5c3.io/fernet-keys-revision", "");
    }
}
