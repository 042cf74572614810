package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.http.HttpPage;
import io.c5c3.engine.http.HttpProbe;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Keys go on only when every pod that runs has said that it has those before. */
class ServingReadersTest {

    private static final String NAMESPACE = "openstack";
    private static final String RING = "keystone-fernet-keys";
    private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/component", "api");
    private static final KeyReaders READERS =
            new ServingReaders("fernet", LABELS, 5000, "keystone.openstack.svc.cluster.local", Optional.empty());

    private final Settable clock = new Settable(Instant.parse("2026-01-01T12:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);
    private final Keystone owner = owner();
    private final Map<String, String> shown = new HashMap<>();
    private final List<HttpProbe.Target> asked = new ArrayList<>();
    private final Ports ports = new Ports().with(HttpPage.class, this::page);
    private final KeyRingStep step =
            new KeyRingStep("fernet", RING, Optional.empty(), 3, "0 0 * * *", false, READERS, Optional.empty(), false);

    @Test
    void podsThatHaveTheKeysHoldNothingUp() {
        run();
        running("a");
        running("b");
        request("now");
        run();
        assertThat(rotations()).isEqualTo(1);
        request("once more");
        run();
        assertThat(rotations()).isEqualTo(2);
        assertThat(asked).contains(target("a"), target("b"));
    }

    @Test
    void aPodWithTheKeysOfBeforeHoldsTheNextRotation() {
        run();
        running("a");
        running("b");
        shown.put("b", mark());
        request("first");
        var rotated = (Outcome.Done) run();
        assertThat(rotated.reason()).isEqualTo("FernetKeysRotated");
        assertThat(rotated.message()).contains("; Pod/b still has the keys of before; the next rotation is due at");
        assertThat(rotated.again().orElseThrow()).isCloseTo(Duration.ofSeconds(1), Duration.ofMillis(1));
        var keys = secret().getData();

        request("second");
        var held = (Outcome.Done) run();
        assertThat(held.reason()).isEqualTo("FernetKeysRotationHeld");
        assertThat(held.message()).contains("Pod/b still has the keys of before; the next rotation waits for that");
        assertThat(held.again().orElseThrow()).isCloseTo(Duration.ofSeconds(1), Duration.ofMillis(1));
        assertThat(secret().getData()).isEqualTo(keys);
        assertThat(cluster.find(Secret.class, NAMESPACE, RING + "-rotation")).isEmpty();

        shown.clear();
        assertThat(run().reason()).isEqualTo("FernetKeysRotated");
        assertThat(rotations()).isEqualTo(2);
    }

    @Test
    void aMarkFromTwoRotationsAgoIsNotThePresentOne() {
        run();
        var oldest = mark();
        running("a");
        request("first");
        run();
        shown.put("a", oldest);
        request("second");
        run();
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void aPodThatComesInBetweenIsAskedToo() {
        run();
        running("a");
        request("first");
        run();
        assertThat(run().message()).doesNotContain("Pod/");
        running("late");
        shown.put("late", "of an image with other keys");
        request("second");
        assertThat(run().message()).contains("Pod/late still has the keys of before");
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void aPodThatNeverAnswersIsNamedAndAskedSeldom() {
        run();
        running("a");
        running("mute");
        running("z");
        shown.put("mute", "");
        clock.advance(Duration.ofDays(2));
        var keys = secret().getData();
        var held = (Outcome.Done) run();
        assertThat(held.reason()).isEqualTo("FernetKeysRotationHeld");
        assertThat(held.message()).contains("Pod/mute does not say which keys it has (no answer in time)");
        assertThat(held.again().orElseThrow()).isCloseTo(Duration.ofMinutes(1), Duration.ofMillis(1));
        assertThat(asked).as("nobody is waited for twice in a look").doesNotContain(target("z"));
        assertThat(secret().getData()).isEqualTo(keys);
        var writes = cluster.writes().size();
        run();
        assertThat(cluster.writes()).as("waiting writes nothing").hasSize(writes);
    }

    @Test
    void onlyPodsThatRunCount() {
        run();
        running("a");
        for (var phase : List.of("Pending", "Succeeded", "Failed")) {
            pod(phase.toLowerCase(java.util.Locale.ROOT), phase);
        }
        clock.advance(Duration.ofDays(2));
        run();
        assertThat(rotations()).isEqualTo(1);
        assertThat(asked).containsOnly(target("a"));
    }

    /** It serves until its time is up; if it is still listed then, its node is gone and nobody will ever answer. */
    @Test
    void aPodThatEndsCountsUntilItsTimeIsUp() {
        run();
        running("ending");
        shown.put("ending", "");
        cluster.edit(Pod.class, NAMESPACE, "ending", pod -> {
            pod.getMetadata()
                    .setDeletionTimestamp(clock.instant().plusSeconds(30).toString());
            pod.getMetadata().setFinalizers(List.of("kubernetes.io/its-node-is-gone"));
        });
        request("now");
        assertThat(run().reason()).isEqualTo("FernetKeysRotationHeld");
        clock.advance(Duration.ofSeconds(30));
        run();
        assertThat(rotations()).isEqualTo(1);
    }

    @Test
    void onceAllHaveTheKeysNobodyIsAskedUntilTheNextRotation() {
        run();
        running("a");
        run();
        assertThat(asked).as("keys that were never rotated").isEmpty();
        request("first");
        run();
        asked.clear();
        run();
        clock.advance(Duration.ofHours(1));
        run();
        assertThat(asked).isEmpty();
    }

    /** Until then no pod could be asked: the mark tells a ring from any other, with or without a rotation. */
    @Test
    void aRingOfAnOlderOperatorGetsItsMark() {
        run();
        var keys = secret().getData();
        for (var name : List.of(RING, RING + "-backup")) {
            cluster.edit(
                    Secret.class, NAMESPACE, name, secret -> secret.getData().remove("mark"));
        }
        run();
        assertThat(secret().getData()).isEqualTo(keys);
        assertThat(cluster.find(Secret.class, NAMESPACE, RING + "-backup"))
                .hasValueSatisfying(backup -> assertThat(backup.getData()).isEqualTo(keys));
        assertThat(rotations()).isZero();
    }

    @Test
    void aRotationInTheFutureDoesNotLetARotationPastAPod() {
        run();
        running("a");
        shown.put("a", mark());
        clock.advance(Duration.ofDays(400));
        run();
        assertThat(rotations()).isEqualTo(1);
        clock.advance(Duration.ofDays(-399));
        run();
        clock.advance(Duration.ofHours(25));
        assertThat(run().reason()).isEqualTo("FernetKeysRotationHeld");
        assertThat(rotations()).isEqualTo(1);
        shown.clear();
        run();
        assertThat(rotations()).isEqualTo(2);
    }

    @Test
    void aCertificateIsVerifiedForTheNameOfTheService() {
        run();
        running("a");
        var secured = new ServingReaders(
                "fernet", LABELS, 5000, "keystone.openstack.svc.cluster.local", Optional.of("keystone-tls"));
        secured.behind(work(), new KeyRingSecret(secret(), Optional.empty()));
        assertThat(asked).singleElement().satisfies(target -> {
            assertThat(target.tls()).isTrue();
            assertThat(target.address()).isEqualTo("a");
            assertThat(target.host()).isEqualTo("keystone.openstack.svc.cluster.local");
        });
    }

    /** Pods answer with the present mark unless a test says otherwise; the empty one is silence. */
    private String page(HttpProbe.Target target) throws IOException {
        asked.add(target);
        var answer = shown.getOrDefault(target.address(), mark());
        if (answer.isEmpty()) {
            throw new SocketTimeoutException("no answer in time");
        }
        return answer;
    }

    private static HttpProbe.Target target(String pod) {
        return new HttpProbe.Target(
                pod, 5000, "keystone.openstack.svc.cluster.local", "/c5c3/keys/fernet", false, Optional.empty());
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
        return new Work(owner, "keystone", cluster, ports, clock);
    }

    private Outcome run() {
        return step.run(work());
    }

    private void request(String token) {
        owner.getMetadata().getAnnotations().put(KeyRingStep.requestAnnotation("fernet"), token);
    }

    private void running(String name) {
        pod(name, "Running");
    }

    /** Its name serves as its address. */
    private void pod(String name, String phase) {
        cluster.put(new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .withLabels(LABELS)
                .endMetadata()
                .withNewStatus()
                .withPhase(phase)
                .withPodIP(name)
                .endStatus()
                .build());
    }

    private Secret secret() {
        return cluster.find(Secret.class, NAMESPACE, RING).orElseThrow();
    }

    private String mark() {
        return new String(Base64.getDecoder().decode(secret().getData().get("mark")), StandardCharsets.US_ASCII);
    }

    private int rotations() {
        return MigrationMark.rotations(secret());
    }
}
