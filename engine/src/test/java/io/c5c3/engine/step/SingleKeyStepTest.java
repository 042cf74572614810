package io.c5c3.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.engine.Founding;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Settable;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SingleKeyStepTest {

    private static final String NAMESPACE = "openstack";
    private static final String SECRET = "stacks-key";
    private static final String COPY = SECRET + "-backup";

    private final Settable clock = new Settable(Instant.parse("2026-01-01T12:00:00Z"));
    private final MemoryCluster cluster = new MemoryCluster(clock);
    private final Keystone owner = owner();
    private final SingleKeyStep step = new SingleKeyStep(SECRET, "kek.conf", "simple_crypto_plugin", "kek", false);

    @Test
    void aKeyIsMadeOnceAndKeptTwice() {
        assertThat(run().reason()).isEqualTo("KeyAvailable");
        assertThat(text(SECRET)).matches("\\[simple_crypto_plugin]\nkek = [A-Za-z0-9_-]{32}\n");
        assertThat(text(COPY)).isEqualTo(text(SECRET));
        assertThat(find(SECRET).orElseThrow().getMetadata().getOwnerReferences())
                .isEmpty();
        var writes = cluster.writes().size();
        assertThat(run().reason()).isEqualTo("KeyAvailable");
        assertThat(cluster.writes()).hasSize(writes);
    }

    @Test
    void oneThatIsGoneComesBackFromTheOther() {
        run();
        var key = text(SECRET);
        cluster.take(Ref.of(Secret.class, NAMESPACE, SECRET));
        assertThat(run().reason()).isEqualTo("KeyRestored");
        assertThat(text(SECRET)).isEqualTo(key);
        cluster.take(Ref.of(Secret.class, NAMESPACE, COPY));
        assertThat(run().reason()).isEqualTo("KeyAvailable");
        assertThat(text(COPY)).isEqualTo(key);
    }

    @Test
    void whenBothAreGoneNothingIsMadeAnew() {
        run();
        cluster.take(Ref.of(Secret.class, NAMESPACE, SECRET));
        cluster.take(Ref.of(Secret.class, NAMESPACE, COPY));
        assertThat(run()).isInstanceOf(Outcome.Failed.class);
        assertThat(run().reason()).isEqualTo(Founding.DATA_LOST);
        assertThat(find(SECRET)).isEmpty();
    }

    @Test
    void anotherKeyIsNotTakenForTheOneThatEncrypted() {
        run();
        var first = text(SECRET);
        write(SECRET, "[simple_crypto_plugin]\nkek = another\n");
        assertThat(run().reason()).isEqualTo("KeyChanged");
        assertThat(text(COPY)).isEqualTo(first);
    }

    /** Who knows one key only would take one that was added for it, and read nothing any more. */
    @Test
    void aSecondKeyIsRefusedUntilItIsGone() {
        run();
        write(SECRET, text(SECRET) + "kek = another\n");
        assertThat(run().reason()).isEqualTo("KeyChanged");
        assertThat(text(COPY)).doesNotContain("another");
        write(SECRET, text(COPY));
        assertThat(run().reason()).isEqualTo("KeyAvailable");
    }

    private Outcome run() {
        return step.run(new Work(owner, "barbican", cluster, new Ports(), clock));
    }

    private Optional<Secret> find(String name) {
        return cluster.find(Secret.class, NAMESPACE, name);
    }

    private String text(String name) {
        return SecretText.decoded(find(name).orElseThrow().getData()).get("kek.conf");
    }

    private void write(String name, String text) {
        cluster.put(new SecretBuilder(find(name).orElseThrow())
                .withData(SecretText.encoded(Map.of("kek.conf", text)))
                .build());
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
