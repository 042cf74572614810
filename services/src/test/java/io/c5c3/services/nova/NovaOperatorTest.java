package io.c5c3.services.nova;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.nova.Nova;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NovaOperatorTest {

    private final NovaWorld world = new NovaWorld();

    private <T extends HasMetadata> T find(Class<T> kind, String name) {
        return world.simulation.find(kind, name).orElseThrow(() -> new AssertionError(name + " is missing"));
    }

    private String uid(String job) {
        return find(Job.class, job).getMetadata().getUid();
    }

    private void assertReady() {
        assertThat(Conditions.ready(world.nova()))
                .as("%s", Conditions.of(world.nova()))
                .isTrue();
    }

    @Test
    void becomesReadyAndThenRests() {
        world.apply("{}");
        assertReady();
        assertThat(Conditions.status(world.nova()).path("endpoint").asText())
                .isEqualTo("http://nova.openstack.svc.cluster.local:8774");
        assertThat(Conditions.status(world.nova()).path("installedRelease").asText())
                .isEqualTo("32.1.0");
        assertThat(world.cells()).isEqualTo("[{\"name\":\"cell1\",\"status\":\"Ready\",\"computeNodes\":0}]");
        for (var condition : List.of("APIReady", "SchedulerReady", "ConductorReady", "CellsReady", "ComputeReady")) {
            assertThat(Conditions.of(world.nova(), condition).orElseThrow().getStatus())
                    .as(condition)
                    .isEqualTo("True");
        }
        var writes = world.simulation.cluster().writes().size();
        world.simulation.lookAtEverything();
        assertThat(world.simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void passwordsAreInSecretsOnly() {
        world.apply("{cells: [{name: cell1}, {name: cell2}]}");
        assertReady();
        world.simulation.cluster().snapshot().forEach((name, object) -> {
            if (!name.contains("/Secret/")) {
                assertThat(object.toString())
                        .as(name)
                        .doesNotContain("a $ecret", "a%20%24ecret", "qu{eue", "qu%7Beue", "app $ecret");
            }
        });
    }

    @Test
    void oneCellStandsOnWhatTheServiceHas() {
        world.apply("{}");
        assertThat(world.simulation.find(Deployment.class, "nova-cell1-conductor"))
                .isEmpty();
        assertThat(find(Deployment.class, "nova-conductor")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getEnv()
                        .toString())
                .contains("name=nova-db-connection", "name=nova-api-db-connection");
        assertThat(world.sql.changes())
                .contains("create database nova_api", "create database nova_cell0", "create database nova");
    }

    @Test
    void furtherCellsHaveTheirOwnDatabaseQueueConductorsAndConsoles() {
        world.apply("{cells: [{name: cell1}, {name: cell2}]}");
        assertReady();
        assertThat(world.sql.changes()).contains("create database nova_cell2", "grant nova_cell2 to nova_cell2");
        assertThat(world.broker.changes().toString()).contains("nova-cell2");
        var conductor = find(Deployment.class, "nova-cell2-conductor")
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst();
        assertThat(conductor.getEnv().toString())
                .contains("name=nova-cell2-db-connection", "name=nova-cell2-messaging-connection")
                .as("the conductors of a cell know no other")
                .doesNotContain("nova-api-db-connection");
        find(Deployment.class, "nova-cell2-novncproxy");
        find(Deployment.class, "nova-cell2-serialproxy");
        assertThat(world.cells()).contains("cell1", "cell2");
    }

    @Test
    void aNewPasswordOfTheQueueIsWrittenIntoTheMappingAndRollsThePods() {
        world.apply("{}");
        var mapping = uid("nova-cell1-mapping");
        var sync = uid("nova-db-sync");
        var template = find(Deployment.class, "nova-api").getSpec().getTemplate();
        world.simulation.add(NovaWorld.secret(
                "nova-rabbitmq-credentials", Map.of("username", "nova", "password", "another", "vhost", "nova")));
        world.simulation.settle();
        assertReady();
        assertThat(uid("nova-cell1-mapping")).isNotEqualTo(mapping);
        assertThat(uid("nova-db-sync")).as("no reason to migrate").isEqualTo(sync);
        assertThat(find(Deployment.class, "nova-api").getSpec().getTemplate()).isNotEqualTo(template);
    }

    @Test
    void aNewCellRollsThoseWhoKnowAllCells() {
        world.apply("{}");
        var template = find(Deployment.class, "nova-scheduler").getSpec().getTemplate();
        world.apply("{cells: [{name: cell1}, {name: cell2}]}");
        assertReady();
        assertThat(find(Deployment.class, "nova-scheduler").getSpec().getTemplate())
                .isNotEqualTo(template);
    }

    @Test
    void aCellThatLeftIsTakenOutOfNovaFirstAndThenItsPodsGo() {
        world.apply("{cells: [{name: cell1}, {name: cell2}]}");
        world.simulation.failJob("nova-cell2-removal");
        world.apply("{cells: [{name: cell1}]}");
        assertThat(world.reason("CellsReady")).isEqualTo("CellRemovalFailed");
        assertThat(world.cells()).contains("\"name\":\"cell2\",\"status\":\"Removing\"");
        find(Deployment.class, "nova-cell2-conductor");
        find(Secret.class, "nova-cell2-messaging-connection");
        world.simulation.mend("nova-cell2-removal");
        world.simulation.clock().advance(Duration.ofSeconds(61));
        world.simulation.settle();
        assertReady();
        assertThat(world.cells()).doesNotContain("cell2");
        assertThat(world.simulation.find(Deployment.class, "nova-cell2-conductor"))
                .isEmpty();
        assertThat(world.simulation.find(Job.class, "nova-cell2-removal")).isEmpty();
        assertThat(world.sql.changes()).as("data is kept").doesNotContain("drop database nova_cell2");
    }

    @Test
    void aCellThatComesBackIsEnteredAgain() {
        world.apply("{cells: [{name: cell1}, {name: cell2}]}");
        var mapping = uid("nova-cell2-mapping");
        world.apply("{cells: [{name: cell1}]}");
        world.apply("{cells: [{name: cell1}, {name: cell2}]}");
        assertReady();
        assertThat(uid("nova-cell2-mapping")).isNotEqualTo(mapping);
    }

    @Test
    void hypervisorsAreCountedPerCellFromTheRealServices() {
        world.agents("near", "cell1", "n1", "n2");
        world.agents("far", "cell2", "f1");
        world.compute.report("nova-compute", "n1", true);
        world.compute.report("nova-compute", "n2", false);
        world.compute.report("nova-compute", "f1", true);
        world.apply("{cells: [{name: cell1, computeRef: {name: near}}, {name: cell2, computeRef: {name: far}}]}");
        assertReady();
        assertThat(world.cells())
                .isEqualTo("[{\"name\":\"cell1\",\"status\":\"Ready\",\"computeNodes\":1},"
                        + "{\"name\":\"cell2\",\"status\":\"Ready\",\"computeNodes\":1}]");
    }

    @Test
    void aCellThatNamesMissingAgentsSaysSo() {
        world.apply("{cells: [{name: cell1, computeRef: {name: nowhere}}]}");
        assertThat(world.reason("ComputeReady")).isEqualTo("WaitingForCompute");
        assertThat(world.message("ComputeReady")).contains("NovaCompute/nowhere", "create it");
        assertThat(world.reason("APIReady")).isEqualTo("APIHealthy");
        world.agents("nowhere", "cell1", "n1");
        world.simulation.settle();
        assertReady();
        world.agents("nowhere", "cell9");
        world.simulation.settle();
        assertThat(world.reason("ComputeReady")).isEqualTo("ComputeInOtherCell");
    }

    @Test
    void aSchedulerThatNovaDoesNotHearOfIsNotReady() {
        world.compute.report("nova-scheduler", "nova-scheduler", false);
        world.apply("{}");
        assertThat(world.reason("ComputeReady")).isEqualTo("WaitingForServices");
        assertThat(world.message("ComputeReady")).contains("nova-scheduler");
        world.compute.away(true);
        world.simulation.settle();
        assertThat(world.reason("ComputeReady")).isEqualTo("APINotReachable");
    }

    @Test
    void anUnknownServiceUserIsWaitedFor() {
        world.apply("{serviceAuth: {neutronServiceUserRef: {name: neutron}}}");
        assertThat(world.reason("SecretsReady")).isEqualTo("WaitingForServiceUser");
        assertThat(world.message("SecretsReady")).contains("Secret/neutron-keystone-credentials");
        world.simulation.add(NovaWorld.credential("neutron-keystone-credentials"));
        world.simulation.settle();
        assertReady();
    }

    @Test
    void theMetadataSecretIsMadeOnceUnlessItIsNamed() {
        world.apply("{}");
        var made = find(Secret.class, "nova-metadata-secret").getData();
        world.apply("{customConfig: {DEFAULT: {debug: 'true'}}}");
        assertThat(find(Secret.class, "nova-metadata-secret").getData()).isEqualTo(made);
        world.apply("{metadata: {sharedSecretRef: {name: mine, key: token}}}");
        assertThat(world.reason("SecretsReady")).isEqualTo("WaitingForMetadataSecret");
    }

    @Test
    void aDatabaseSyncThatFailsIsMendedByAChangedSpec() {
        world.simulation.failJob("nova-db-sync");
        world.apply("{}");
        assertThat(world.reason("DatabaseReady")).isEqualTo("DBSyncFailed");
        world.simulation.mend("nova-db-sync");
        world.apply("{image: {tag: 32.1.0-p1}}");
        assertReady();
    }

    @Test
    void partsArePlacedAsTheySayOrElseAsAllAre() {
        world.apply("{deployment: {priorityClassName: all}, api: {deployment: {priorityClassName: api}},"
                + " scheduler: {deployment: {priorityClassName: scheduler}}}");
        assertThat(priority("nova-api")).isEqualTo("api");
        assertThat(priority("nova-scheduler")).isEqualTo("scheduler");
        assertThat(priority("nova-conductor")).isEqualTo("all");
        assertThat(priority("nova-novncproxy")).isEqualTo("all");
    }

    private String priority(String deployment) {
        return find(Deployment.class, deployment)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getPriorityClassName();
    }

    @Test
    void noReplicasAreSaidToBeNone() {
        world.apply("{conductor: {replicas: 0}, scheduler: {replicas: 0}, api: {replicas: 0}}");
        assertThat(world.reason("ConductorReady")).isEqualTo("NoReplicas");
        assertThat(world.reason("SchedulerReady")).isEqualTo("NoReplicas");
        assertThat(world.reason("APIReady")).isEqualTo("NoReplicas");
        world.apply("{}");
        assertReady();
    }

    @Test
    void databasesGoWithTheResourceOnlyWhenItSaysSo() {
        world.apply("{deletionPolicy: Delete, cells: [{name: cell1}, {name: cell2}]}");
        world.simulation.cluster().take(Ref.of(Nova.class, Simulation.NAMESPACE, "nova"));
        world.simulation.settle();
        assertThat(world.sql.changes())
                .contains(
                        "drop database nova",
                        "drop database nova_api",
                        "drop database nova_cell0",
                        "drop database nova_cell2");
    }

    @Test
    void optionsThatFollowFromFieldsAreRefused() {
        world.apply("{customConfig: {api_database: {connection: x}}}");
        assertThat(world.reason("ConfigReady")).isEqualTo("OptionOwnedByOperator");
    }

    @Test
    void aCellWhoseNameLeavesNoRoomIsRefused() {
        world.apply("{cells: [{name: " + "c".repeat(30) + "}]}");
        assertReady();
        var nova = Json.KUBERNETES.unmarshal("""
            apiVersion: nova.openstack.c5c3.io/v1alpha1
            kind: Nova
            metadata: {name: a-name-of-twenty-two-xx}
            spec: {cells: [{name: a-cell-of-twenty-nine-letters}]}
            """, Nova.class);
        world.simulation.add(nova);
        world.simulation.settle();
        assertThat(Conditions.of(find(Nova.class, "a-name-of-twenty-two-xx"), "ConfigReady")
                        .orElseThrow()
                        .getReason())
                .isEqualTo("NamesTooLong");
    }

    /** The definition refuses it; one that was stored before the definition did must not be worked on for ever. */
    @Test
    void twoCellsOfOneNameAreRefused() {
        world.apply("{cells: [{name: cell1}, {name: cell1}]}");
        assertThat(world.reason("ConfigReady")).isEqualTo("CellNamesClash");
    }
}
