package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Keys in a file that pods read when they start: what is in it, who has it, and what holds up the next rotation. */
class StartedReadersTest {

    private static final String NAMESPACE = "openstack";
    private static final String RING = "vault-kek";
    private static final String BACKUP = RING + "-backup";
    private static final String REWRAP = "vault-rewrap";
    private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/instance", "vault");

    private final Settable clock = new Settable(Instant.parse("2026-01-01T12:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);
    private final Keystone owner = owner();
    private final KeyRingStep step = new KeyRingStep(
            "encryption",
            RING,
            Optional.of(new KeyFile("simple_crypto_plugin", "kek")),
            4,
            "@monthly",
            false,
            new StartedReaders(LABELS),
            Optional.of(REWRAP),
            false);

    @Test
    void theKeyThatEncryptsComesFirstAndTheOneToFollowLast() {
        assertThat(run().reason()).isEqualTo("EncryptionKeysAvailable");
        var keys = KeyRing.of(secret(RING).getData()).keys();
        assertThat(file(RING, 0))
                .isEqualTo("[simple_crypto_plugin]\nkek = %s\nkek = %s\nkek = %s\nkek = %s\n"
                        .formatted(keys.get(3), keys.get(2), keys.get(1), keys.get(0)));
        assertThat(secret(BACKUP).getData()).isEqualTo(secret(RING).getData());
    }

    @Test
    void aRotationIsAnotherFileThatBeginsWithTheLastKeyOfTheOneBefore() {
        run();
        var before = lines(file(RING, 0));
        rotate("now");
        var after = lines(file(RING, 1));
        assertThat(after.getFirst()).isEqualTo(before.getLast());
        assertThat(after).as("the one that encrypted until now").contains(before.getFirst());
        assertThat(after.getLast()).isNotIn(before);
        assertThat(file(RING, 0))
                .as("for pods that start once more before they go")
                .isEqualTo(file(RING, 1));
        assertThat(secret(RING).getData()).doesNotContainKey("keys-2.conf");
        assertThat(secret(BACKUP).getData()).isEqualTo(secret(RING).getData());
    }

    @Test
    void aPodThatMountsTheFileOfBeforeHoldsTheNextRotation() {
        run();
        pod("a", 0, "Running");
        assertThat(rotate("first").message()).contains("Pod/a still has the keys of before");
        rewrapped(1);
        assertThat(rotate("second").reason()).isEqualTo("EncryptionKeysRotationHeld");
        pod("a", 0, "Pending");
        assertThat(rotate("second").reason()).isEqualTo("EncryptionKeysRotationHeld");
        pod("a", 1, "Running");
        assertThat(rotate("second").message()).contains("2 so far");
    }

    @Test
    void podsThatHaveEndedOrMountNoKeysAreNoMatter() {
        run();
        pod("ended", 0, "Succeeded");
        cluster.put(new PodBuilder(pod("other", 0, "Running"))
                .editSpec()
                .editFirstVolume()
                .editSecret()
                .withSecretName("another")
                .endSecret()
                .endVolume()
                .endSpec()
                .build());
        rotate("first");
        rewrapped(1);
        assertThat(rotate("second").message()).contains("2 so far").doesNotContain("still");
    }

    /** A key goes only with a rotation that comes after the Job has proved that nothing needs it any more. */
    @Test
    void noKeyGoesBeforeEverythingIsWrappedAnew() {
        run();
        rotate("first");
        var keys = lines(file(RING, 1));
        assertThat(keys).hasSize(4);
        assertThat(rotate("second").message()).contains("the next rotation waits for Job/" + REWRAP);
        assertThat(lines(file(RING, 1))).isEqualTo(keys);
        rewrapped(1);
        rotate("second");
        assertThat(lines(file(RING, 2))).hasSize(4).containsAll(List.of(keys.get(3), keys.get(0), keys.get(1)));
    }

    @Test
    void otherKeysAreNotTakenForThoseThatEncrypted() {
        run();
        var first = secret(RING).getData();
        var other = new TreeMap<>(first);
        other.putAll(KeyRing.fresh(3).data());
        cluster.put(new SecretBuilder(secret(RING)).withData(other).build());
        assertThat(run().reason()).isEqualTo("KeysMissing");
        assertThat(secret(BACKUP).getData()).isEqualTo(first);
        cluster.put(new SecretBuilder(secret(RING)).withData(first).build());
        assertThat(run().reason()).isEqualTo("EncryptionKeysAvailable");
    }

    @Test
    void aFileThatSomebodyChangedIsWrittenAgain() {
        run();
        var first = secret(RING).getData();
        var other = new TreeMap<>(first);
        other.put(KeyFile.name(0), SecretText.encoded("[simple_crypto_plugin]\n"));
        cluster.put(new SecretBuilder(secret(RING)).withData(other).build());
        run();
        assertThat(secret(RING).getData()).isEqualTo(first);
    }

    private Outcome rotate(String request) {
        owner.getMetadata().setAnnotations(Map.of(KeyRingStep.requestAnnotation("encryption"), request));
        return run();
    }

    private Outcome run() {
        return step.run(new Work(owner, "barbican", cluster, new Ports(), clock));
    }

    private Pod pod(String name, int rotations, String phase) {
        return cluster.put(new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .addNewVolume()
                .withName("keys")
                .withNewSecret()
                .withSecretName(RING)
                .addNewItem(KeyFile.name(rotations), null, KeyFile.name(rotations))
                .endSecret()
                .endVolume()
                .endSpec()
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build());
    }

    private void rewrapped(int rotations) {
        Job job = MigrationMark.on(
                new JobBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(REWRAP)
                        .endMetadata()
                        .withNewSpec()
                        .withNewTemplate()
                        .withNewMetadata()
                        .endMetadata()
                        .endTemplate()
                        .endSpec()
                        .build(),
                rotations);
        job.setStatus(new JobStatusBuilder()
                .addNewCondition()
                .withType("Complete")
                .withStatus("True")
                .endCondition()
                .build());
        cluster.put(job);
    }

    private Secret secret(String name) {
        return cluster.find(Secret.class, NAMESPACE, name).orElseThrow();
    }

    private String file(String name, int rotations) {
        return String.valueOf(SecretText.decoded(secret(name).getData()).get(KeyFile.name(rotations)));
    }

    private static List<String> lines(String file) {
        return file.lines().skip(1).toList();
    }

    private Keystone owner() {
        var keystone = new Keystone();
        keystone.setMetadata(new ObjectMetaBuilder()
                .withName("vault")
                .withNamespace(NAMESPACE)
                .withUid("a-b-c")
                .build());
        return cluster.put(keystone);
    }
}
