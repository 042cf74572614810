package io.c5c3.services.glance;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.glance.Glance;
import io.c5c3.engine.Ports;
import io.c5c3.infrastructure.ceph.Ceph;
import io.c5c3.infrastructure.ceph.MemoryCeph;
import io.c5c3.services.Neighbours;
import io.c5c3.services.ServiceWorld;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A Glance in a cluster in memory, with files on a volume or with a Ceph in memory. */
class GlanceOperatorTest {

    private static final String RBD = "{storage: {backend: rbd}}";

    private final MemoryCeph ceph = new MemoryCeph();
    private final ServiceWorld<Glance> world =
            new ServiceWorld<>(new GlanceBlueprint(), new Ports().with(Ceph.class, ceph));

    @Test
    void becomesReadyOnAVolumeAndThenRests() {
        world.apply("{}");
        world.isReady();
        assertThat(world.status("endpoint")).isEqualTo("http://glance.openstack.svc.cluster.local:9292");
        assertThat(world.status("installedRelease")).isEqualTo("31.0.0");
        assertThat(world.reason("StorageReady")).isEqualTo("StorageAvailable");
        assertThat(world.reason("CephConnected")).isEqualTo("NotRequired");
        world.keepsSecrets();
        world.rests();
    }

    @Test
    void becomesReadyOnAPoolAndThenRests() {
        var key = givenCeph();
        world.apply(RBD);
        world.isReady();
        assertThat(world.reason("CephConnected")).isEqualTo("CephConnected");
        assertThat(world.simulation().find(PersistentVolumeClaim.class, "glance-images"))
                .isEmpty();
        world.keepsSecrets(key);
        world.rests();
    }

    @Test
    void aCephThatDoesNotAnswerIsTold() {
        givenCeph();
        ceph.away(true);
        world.apply(RBD);
        assertThat(world.reason("CephConnected")).isEqualTo("CephUnreachable");
        ceph.away(false);
        world.simulation().settle();
        world.isReady();
    }

    @Test
    void waitsForTheLoginToCeph() {
        world.apply(RBD);
        assertThat(world.reason("SecretsReady")).isEqualTo("WaitingForCephCredentials");
        assertThat(world.message("SecretsReady")).contains("glance-ceph-credentials");
        assertThat(world.simulation().find(Deployment.class, "glance-api")).isEmpty();
    }

    @Test
    void podsShareANodeIfOnlyOneCanMountTheVolume() {
        world.apply("{replicas: 2}");
        world.isReady();
        assertThat(affinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
                .singleElement()
                .satisfies(term -> {
                    assertThat(term.getTopologyKey()).isEqualTo("kubernetes.io/hostname");
                    assertThat(term.getLabelSelector())
                            .isEqualTo(world.deployment("api").getSpec().getSelector());
                });
        assertThat(world.simulation().find(PodDisruptionBudget.class, "glance-api"))
                .as("the node could never be drained")
                .isEmpty();
    }

    @Test
    void podsAreAnywhereIfAllNodesCanMountTheVolume() {
        world.apply("{replicas: 2, storage: {file: {accessMode: ReadWriteMany}}}");
        world.isReady();
        assertThat(affinity()).isNull();
        assertThat(world.simulation().find(PodDisruptionBudget.class, "glance-api"))
                .isPresent();
    }

    @Test
    void whatAPersonSaysOfWherePodsGoStays() {
        world.apply("{deployment: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                + " {nodeSelectorTerms: [{matchExpressions: [{key: storage, operator: Exists}]}]}}}}}");
        assertThat(affinity().getNodeAffinity()).isNotNull();
        assertThat(affinity().getPodAffinity()).isNotNull();
    }

    private Affinity affinity() {
        return world.deployment("api").getSpec().getTemplate().getSpec().getAffinity();
    }

    @Test
    void imagesStayWhenTheResourceGoesUnlessItSaysOtherwise() {
        world.apply("{}");
        world.delete();
        assertThat(world.simulation().find(PersistentVolumeClaim.class, "glance-images"))
                .isPresent();
        world.apply("{deletionPolicy: Delete}");
        world.isReady();
        world.delete();
        assertThat(world.simulation().find(PersistentVolumeClaim.class, "glance-images"))
                .isEmpty();
        assertThat(world.secrets()).containsExactly("glance-db-credentials", "glance-keystone-credentials");
    }

    @Test
    void deletedImagesArePurgedOnSchedule() {
        world.apply("{}");
        assertThat(world.simulation().find(CronJob.class, "glance-db-purge")).isPresent();
        world.apply("{purge: {schedule: '* * 31 2 *'}}");
        assertThat(world.reason("PurgeReady")).isEqualTo("InvalidSchedule");
        world.apply("{purge: {enabled: false}}");
        world.isReady();
        assertThat(world.simulation().find(CronJob.class, "glance-db-purge")).isEmpty();
    }

    /** Tables are widened and filled for the new release, pods are replaced, and only then goes what the old one needed. */
    @Test
    void anotherReleaseExpandsRollsAndContracts() {
        world.apply("{}");
        world.simulation().hold("glance-api");
        world.apply("{image: {tag: 32.0.0}}");
        assertThat(world.job("db-expand")).isNotNull();
        assertThat(world.job("db-migrate")).isNotNull();
        assertThat(world.simulation().find(Job.class, "glance-db-sync")).isEmpty();
        assertThat(world.status("installedRelease")).isEqualTo("31.0.0");
        world.simulation().mend("glance-api");
        world.simulation().settle();
        world.isReady();
        assertThat(world.status("installedRelease")).isEqualTo("32.0.0");
        assertThat(world.job("db-sync")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getImage())
                .isEqualTo("ghcr.io/c5c3/glance:32.0.0");
        world.rests();
    }

    /** The key of a user that may use the pool, in the Secret where Glance looks for it. */
    private String givenCeph() {
        var key = ceph.addUser("client.glance").text();
        ceph.pools().put("images", 1);
        world.simulation()
                .add(Neighbours.secret(
                        "glance-ceph-credentials",
                        Map.of(
                                "ceph.conf",
                                "[global]\nmon_host = ceph.example.com\n",
                                "keyring",
                                "[client.glance]\nkey = " + key + "\n")));
        return key;
    }
}
