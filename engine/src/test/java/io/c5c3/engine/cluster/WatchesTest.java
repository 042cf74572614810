package io.c5c3.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Enrolment;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Refused;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is watched where, and when it can be believed. */
class WatchesTest {

    private static final String INSIDE = "/api/v1/namespaces/cloud/configmaps";
    private static final String MARIADBS = "/apis/openstack.k8s.io/v1alpha1/namespaces/cloud/mariadbs";

    private final AtomicLong nanos = new AtomicLong();
    private final Set<Ref> told = ConcurrentHashMap.newKeySet();
    private TinyApi api;
    private KubernetesClient client;
    private Watches watches;

    @BeforeEach
    void start() throws IOException {
        api = new TinyApi();
        client = api.client();
        api.put(definition(Memcached.class));
        watches = new Watches(
                client,
                new Watches.Scope(Set.of(Memcached.class), Set.of(ConfigMap.class, MariaDB.class), Set.of()),
                (ref, state) -> told.add(ref),
                nanos::get);
    }

    @AfterEach
    void stop() {
        watches.close();
        client.close();
        api.close();
    }

    private static Definition definition(Class<? extends HasMetadata> kind) {
        var definition = new Definition();
        definition.setMetadata(new ObjectMetaBuilder()
                .withName(HasMetadata.getFullResourceName(kind))
                .build());
        return definition;
    }

    private static Namespace namespace(Map<String, String> labels) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName("cloud")
                .withLabels(labels)
                .endMetadata()
                .build();
    }

    private static final Map<String, String> ENROLLED = Map.of(Enrolment.LABEL, "true");

    private static ConfigMap configMap(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("cloud")
                .endMetadata()
                .build();
    }

    private void awaitState(Standing.State state) {
        await().untilAsserted(
                        () -> assertThat(watches.standing("cloud").state()).isEqualTo(state));
    }

    @Test
    void onlyEnrolledNamespacesAreWatchedFromThenOnUntilItIsWithdrawn() {
        api.put(namespace(Map.of()));
        api.put(configMap("a"));
        watches.start();
        assertThat(watches.standing("cloud").state()).isEqualTo(Standing.State.NOT_ENROLLED);
        assertThat(api.watching(INSIDE)).isZero();
        assertThat(catchThrowableOfType(Refused.class, () -> watches.find(ConfigMap.class, "cloud", "a"))
                        .outcome()
                        .reason())
                .isEqualTo("NamespaceNotEnrolled");
        api.put(namespace(ENROLLED));
        awaitState(Standing.State.OPEN);
        assertThat(watches.find(ConfigMap.class, "cloud", "a")).isPresent();
        await().until(() -> told.contains(Ref.of(Namespace.class, "", "cloud")));
        api.put(namespace(Map.of()));
        awaitState(Standing.State.NOT_ENROLLED);
        assertThat(catchThrowableOfType(Refused.class, () -> watches.list(ConfigMap.class, "cloud")))
                .isNotNull();
        api.put(namespace(ENROLLED));
        awaitState(Standing.State.OPEN);
        api.delete(namespace(ENROLLED));
        await().until(() -> watches.standing("cloud").state() == Standing.State.FILLING);
    }

    @Test
    void aCacheThatIsBeingFilledIsNeverRead() {
        api.put(namespace(Map.of()));
        api.put(configMap("a"));
        watches.start();
        api.hold(INSIDE);
        api.put(namespace(ENROLLED));
        awaitState(Standing.State.FILLING);
        assertThat(catchThrowableOfType(Refused.class, () -> watches.find(ConfigMap.class, "cloud", "a"))
                        .outcome()
                        .reason())
                .isEqualTo("CacheFilling");
        told.clear();
        api.release(INSIDE);
        awaitState(Standing.State.OPEN);
        // Whoever asked too early is told when to ask again.
        await().until(() -> told.contains(Ref.of(Namespace.class, "", "cloud")));
        assertThat(watches.find(ConfigMap.class, "cloud", "a")).isPresent();
    }

    @Test
    void aKindIsServedOnceItsCacheIsFilled() {
        api.put(namespace(ENROLLED));
        var mariadb = new MariaDB();
        mariadb.setMetadata(new ObjectMetaBuilder()
                .withName("mariadb")
                .withNamespace("cloud")
                .build());
        api.put(mariadb);
        watches.start();
        assertThat(watches.serves(MariaDB.class, "cloud")).isFalse();
        assertThat(watches.find(MariaDB.class, "cloud", "mariadb")).isEmpty();
        api.hold(MARIADBS);
        api.put(definition(MariaDB.class));
        var about = Ref.of(definition(MariaDB.class));
        await().until(() -> told.contains(about));
        assertThat(watches.serves(MariaDB.class, "cloud")).isFalse();
        told.clear();
        api.release(MARIADBS);
        await().until(() -> watches.serves(MariaDB.class, "cloud"));
        assertThat(watches.find(MariaDB.class, "cloud", "mariadb")).isPresent();
        await().until(() -> told.contains(about));
        api.delete(definition(MariaDB.class));
        await().until(() -> !watches.serves(MariaDB.class, "cloud"));
        await().until(() -> watches.standing("cloud").open());
    }

    @Test
    void aLabelWithoutRightsIsNotEnough() {
        api.put(namespace(ENROLLED));
        api.refuse(INSIDE);
        watches.start();
        awaitState(Standing.State.NO_RIGHTS);
        assertThat(watches.healthy()).isTrue();
        told.clear();
        api.allow(INSIDE);
        awaitState(Standing.State.OPEN);
        await().until(() -> told.contains(Ref.of(Namespace.class, "", "cloud")));
    }

    /** The API server ends every watch after some minutes; that is no reason to be taken out of service. */
    @Test
    void aWatchThatComesBackSoonIsNoFault() {
        var absence = new Absence();
        assertThat(absence.seen(true, 0)).isZero();
        assertThat(absence.seen(false, 10)).isZero();
        assertThat(absence.seen(false, 25)).isEqualTo(Duration.ofNanos(15));
        assertThat(absence.seen(true, 30)).isZero();
        assertThat(absence.seen(false, 40)).isZero();
        assertThat(absence.seen(false, 41)).isEqualTo(Duration.ofNanos(1));
    }

    @Test
    void onlyWhatIsAwayForMinutesIsAFault() {
        api.put(namespace(ENROLLED));
        watches.start();
        // The server here speaks no web sockets, and the client takes such a watch for connected only with its first
        // event.
        assertThat(watches.healthy()).isTrue();
        nanos.addAndGet(Duration.ofMinutes(4).toNanos());
        assertThat(watches.healthy()).isTrue();
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(watches.healthy()).isFalse();
    }

    @Test
    void namespacesCanBeNamedInsteadOfLabelled() {
        api.put(namespace(Map.of()));
        api.put(configMap("a"));
        try (var named = new Watches(
                client,
                new Watches.Scope(Set.of(Memcached.class), Set.of(ConfigMap.class), Set.of("cloud")),
                (ref, state) -> {})) {
            named.start();
            assertThat(named.find(ConfigMap.class, "cloud", "a")).isPresent();
        }
        watches.start();
    }
}
