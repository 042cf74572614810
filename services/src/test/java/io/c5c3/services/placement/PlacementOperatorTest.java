package io.c5c3.services.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.placement.Placement;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Ports;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.services.Neighbours;
import io.c5c3.services.ServiceWorld;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A Placement in a cluster in memory. */
class PlacementOperatorTest {

    private final ServiceWorld<Placement> world = new ServiceWorld<>(new PlacementBlueprint(), new Ports());

    @Test
    void becomesReadyAndThenRests() {
        world.apply("{}");
        world.isReady();
        assertThat(world.status("endpoint")).isEqualTo("http://placement.openstack.svc.cluster.local:8778");
        assertThat(world.status("installedRelease")).isEqualTo("14.0.0");
        world.keepsSecrets();
        world.rests();
    }

    @Test
    void waitsForAnIdentityServiceAndForItsLogin() {
        var simulation = world.simulation();
        simulation.cluster().take(Ref.of(Keystone.class, Simulation.NAMESPACE, "keystone"));
        simulation.cluster().take(Ref.of(Secret.class, Simulation.NAMESPACE, "placement-keystone-credentials"));
        world.apply("{}");
        assertThat(world.reason("ConfigReady")).isEqualTo("WaitingForKeystone");
        assertThat(world.reason("SecretsReady")).isEqualTo("WaitingForKeystoneCredentials");
        assertThat(simulation.find(Deployment.class, "placement-api")).isEmpty();
        simulation.add(Neighbours.keystone());
        simulation.add(Neighbours.login("placement"));
        simulation.settle();
        world.isReady();
    }

    @Test
    void theApiMustBeReachable() {
        world.isReachable(false);
        world.apply("{}");
        assertThat(world.reason("APIReady")).isEqualTo("ConnectionFailed");
        assertThat(world.status("endpoint")).isEmpty();
        world.isReachable(true);
        world.simulation().settle();
        world.isReady();
    }

    @Test
    void goesToNoPodsAndBack() {
        world.apply("{replicas: 0}");
        assertThat(world.reason("APIReady")).isEqualTo("NoReplicas");
        world.apply("{replicas: 2}");
        world.isReady();
        assertThat(world.deployment("api").getSpec().getReplicas()).isEqualTo(2);
    }

    @Test
    void aSyncThatFailsIsMendedByAnotherImage() {
        world.simulation().failJob("placement-db-sync");
        world.apply("{}");
        assertThat(world.reason("DatabaseReady")).isEqualTo("DBSyncFailed");
        assertThat(world.simulation().find(Deployment.class, "placement-api")).isEmpty();
        world.simulation().mend("placement-db-sync");
        world.apply("{image: {tag: 14.0.1}}");
        world.isReady();
        assertThat(world.status("installedRelease")).isEqualTo("14.0.1");
    }

    @Test
    void aSyncThatCannotBeginSaysWhy() {
        world.simulation().hold("placement-db-sync");
        world.simulation()
                .add(new PodBuilder()
                        .withNewMetadata()
                        .withName("placement-db-sync-x")
                        .withLabels(
                                Map.of("batch.kubernetes.io/job-name", "placement-db-sync", Labels.MANAGED_BY, "c5c3"))
                        .endMetadata()
                        .withNewStatus()
                        .addNewContainerStatus()
                        .withName("db-sync")
                        .withNewState()
                        .withNewWaiting()
                        .withReason("ImagePullBackOff")
                        .withMessage("no such image")
                        .endWaiting()
                        .endState()
                        .endContainerStatus()
                        .endStatus()
                        .build());
        world.apply("{}");
        assertThat(world.reason("DatabaseReady")).isEqualTo("ImagePullBackOff");
        assertThat(world.message("DatabaseReady"))
                .isEqualTo("Job/placement-db-sync is held up. Pod/placement-db-sync-x, container db-sync: "
                        + "ImagePullBackOff: no such image.");
    }

    @Test
    void newOptionsRollTheApiButDoNotMigrateTheDatabase() {
        world.apply("{}");
        var sync = world.job("db-sync").getMetadata().getUid();
        var template = world.deployment("api").getSpec().getTemplate();
        world.apply("{customConfig: {DEFAULT: {debug: 'true'}}}");
        assertThat(world.deployment("api").getSpec().getTemplate()).isNotEqualTo(template);
        assertThat(world.job("db-sync").getMetadata().getUid()).isEqualTo(sync);
        assertThat(world.simulation().cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()))
                .as("old revisions go once nobody reads them")
                .filteredOn(map -> !map.getMetadata().getName().endsWith("-founded"))
                .hasSize(2);
    }

    @Test
    void aNewLoginRollsTheApi() {
        world.apply("{}");
        var template = world.deployment("api").getSpec().getTemplate();
        world.simulation()
                .add(Neighbours.secret(
                        "placement-keystone-credentials",
                        Map.of("application_credential_id", "other", "application_credential_secret", "another")));
        world.simulation().settle();
        assertThat(world.deployment("api").getSpec().getTemplate()).isNotEqualTo(template);
        world.isReady();
    }

    @Test
    void anOptionThatFollowsFromAFieldIsAMistakeAndBreaksNothing() {
        world.apply("{}");
        var template = world.deployment("api").getSpec().getTemplate();
        world.apply("{customConfig: {placement_database: {connection: 'sqlite://'}}}");
        assertThat(world.reason("ConfigReady")).isEqualTo("OptionOwnedByOperator");
        assertThat(world.message("ConfigReady")).contains("database.secretRef");
        assertThat(world.deployment("api").getSpec().getTemplate()).isEqualTo(template);
    }

    @Test
    void nothingOfItsOwnIsLeftBehind() {
        world.apply("{}");
        world.delete();
        assertThat(world.simulation().find(Deployment.class, "placement-api")).isEmpty();
        assertThat(world.secrets()).containsExactly("placement-db-credentials", "placement-keystone-credentials");
    }
}
