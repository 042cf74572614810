package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.c5c3.engine.cluster.MemoryCluster;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The volumes of a StatefulSet, of which its controller takes whatever has the right name. */
class VolumesTest {

    private static final String SPACE = "openstack";

    private final MemoryCluster cluster = new MemoryCluster(Clock.systemUTC());

    private Work work(String resource) {
        var owner = Toy.resource(resource);
        owner.getMetadata().setNamespace(SPACE);
        owner.getMetadata().setUid("1");
        return new Work(owner, "toy", cluster, new Ports(), Clock.systemUTC());
    }

    private static PersistentVolumeClaim claim(String name, Map<String, String> annotations) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(SPACE)
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static StatefulSet set(int replicas) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName("store")
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewTemplate()
                .withNewSpec()
                .endSpec()
                .endTemplate()
                .withVolumeClaimTemplates(claim("data", Map.of()))
                .endSpec()
                .build();
    }

    @Test
    void theySayWhoseTheyAre() {
        work("toy").apply(set(1));
        var template = cluster.find(StatefulSet.class, SPACE, "store")
                .orElseThrow()
                .getSpec()
                .getVolumeClaimTemplates()
                .getFirst();
        assertThat(Owner.on(template)).contains(new Owner("memcached.c5c3.io", "Memcached", SPACE, "toy", ""));
    }

    @Test
    void aPersonsVolumeIsNotTakenUntilItIsHandedOver() {
        cluster.put(claim("data-store-1", Map.of()));
        assertThatExceptionOfType(NameTaken.class)
                .isThrownBy(() -> work("toy").apply(set(2)))
                .withMessageContaining("PersistentVolumeClaim/data-store-1 was not made by this operator")
                .withMessageContaining("c5c3.io/adopt-by: Memcached/toy");
        assertThat(cluster.writes()).isEmpty();
        cluster.put(claim("data-store-1", Map.of(Owner.ADOPTION, "Memcached/toy")));
        work("toy").apply(set(2));
        assertThat(cluster.find(StatefulSet.class, SPACE, "store")).isPresent();
    }

    @Test
    void theVolumesOfAnotherResourceAreNotTakenAndItsOwnAreTakenUpAgain() {
        var mine = new Owner("memcached.c5c3.io", "Memcached", SPACE, "toy", "an earlier one").text();
        cluster.put(claim("data-store-0", Map.of(Owner.RECORD, mine)));
        assertThatExceptionOfType(NameTaken.class)
                .isThrownBy(() -> work("other").apply(set(1)))
                .withMessageContaining("Memcached/toy");
        work("toy").apply(set(1));
        assertThat(cluster.find(StatefulSet.class, SPACE, "store")).isPresent();
    }

    /** Whoever restores a volume by hand does not block every later change of those that run. */
    @Test
    void ofASetThatRunsOnlyTheVolumesOfNewPodsAreAskedAbout() {
        work("toy").apply(set(1));
        cluster.put(claim("data-store-0", Map.of()));
        work("toy").apply(set(2));
        assertThat(cluster.find(StatefulSet.class, SPACE, "store")
                        .orElseThrow()
                        .getSpec()
                        .getReplicas())
                .isEqualTo(2);
        cluster.put(claim("data-store-2", Map.of()));
        assertThatExceptionOfType(NameTaken.class)
                .isThrownBy(() -> work("toy").apply(set(3)))
                .withMessageContaining("data-store-2");
    }
}
