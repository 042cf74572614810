package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.glance.Glance;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ref;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a plane may have besides its services. */
@Tag("memory")
class ExtrasMemoryTest {

    private static final String TESTED = """
            {tempest: {enabled: true, schedule: '0 2 * * *'}, services: {glance: {enabled: true}}}""";
    private static final String UNRANKED = """
            {services: {glance: {enabled: true}, placement: {enabled: true},
                        nova: {enabled: true, compute: {enabled: false}}}}""";
    private static final String RANKED =
            UNRANKED.replace("{services", "{cortex: {enabled: true}, tempest: {enabled: true}, services");
    private static final String UNTESTED = "{services: {glance: {enabled: true}}}";

    @Test
    void aReadyCloudIsTested() {
        var plane = new Plane(TESTED);
        plane.simulation.settle();
        assertThat(plane.why(Tempest.class, "tempest")).startsWith("True");
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Ready");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("5/5");
        assertThat(condition(plane, "TempestReady").getStatus()).isEqualTo("True");
        assertThat(plane.simulation.find(CronJob.class, "tempest")).isPresent();
        var tempest = plane.simulation.find(Tempest.class, "tempest").orElseThrow();
        assertThat(tempest.getSpec().tests().services())
                .containsExactlyInAnyOrder(Tempest.Tested.identity, Tempest.Tested.image);
        assertThat(plane.simulation
                        .find(Secret.class, "tempest-keystone-credentials")
                        .orElseThrow()
                        .getData())
                .containsKeys("application_credential_id", "username", "password");
    }

    @Test
    void testsWaitForEveryService() {
        var plane = new Plane(TESTED);
        plane.simulation.hold("glance-api");
        plane.simulation.settle();
        assertThat(plane.simulation.find(Tempest.class, "tempest")).isEmpty();
        assertThat(condition(plane, "TempestReady").getMessage()).contains("GlanceReady");
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Core");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("3/5");
        plane.simulation.mend("glance-api");
        plane.simulation.settle();
        assertThat(plane.why(Tempest.class, "tempest")).startsWith("True");
    }

    @Test
    void aCloudIsReadyWhateverItsTestsAreDoing() {
        var plane = new Plane();
        plane.simulation.cluster().without(Tempest.class);
        plane.apply(TESTED);
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        assertThat(condition(plane, "TempestReady").getReason()).isEqualTo("OperatorNotInstalled");
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Testing");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("4/5");
    }

    @Test
    void testsThatFailAreToldAndLeaveTheCloudReady() {
        var plane = new Plane(TESTED);
        plane.simulation.settle();
        plane.simulation.add(run(plane));
        plane.simulation.settle();
        assertThat(plane.ready()).isTrue();
        assertThat(plane.plane().getStatus().services().get("tempest").message())
                .contains("9 of 10 tests passed")
                .contains("tempest.api.identity.test_it");
    }

    /** A pod of the CronJob as it is when one of its tests has failed. */
    private static Pod run(Plane plane) {
        var template = plane.simulation
                .find(CronJob.class, "tempest")
                .orElseThrow()
                .getSpec()
                .getJobTemplate()
                .getSpec()
                .getTemplate();
        return new PodBuilder()
                .withNewMetadata()
                .withName("tempest-29000000-abcde")
                .withLabels(template.getMetadata().getLabels())
                .endMetadata()
                .withSpec(template.getSpec())
                .withNewStatus()
                .withPhase("Failed")
                .addNewContainerStatus()
                .withName("run")
                .withNewState()
                .withNewTerminated()
                .withExitCode(1)
                .withStartedAt("2026-01-01T02:00:00Z")
                .withFinishedAt("2026-01-01T02:10:00Z")
                .withMessage("""
                        {"started":"2026-01-01T02:00:00Z","report":"2026-01-01T02-00-00Z","seconds":600,"passed":9,\
                        "failed":1,"skipped":0,"total":10,"failures":["tempest.api.identity.test_it"]}""")
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    @Test
    void testsThatAreNoLongerAskedForGoAndTheirReportsStay() {
        var plane = new Plane(TESTED);
        plane.simulation.settle();
        plane.apply(UNTESTED);
        plane.simulation.settle();
        assertThat(plane.simulation.find(Tempest.class, "tempest")).isEmpty();
        assertThat(plane.simulation.find(CronJob.class, "tempest")).isEmpty();
        assertThat(plane.simulation.find(Secret.class, "tempest-keystone-credentials"))
                .isEmpty();
        assertThat(plane.simulation.find(PersistentVolumeClaim.class, "tempest-results"))
                .isPresent();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("4/4");
        assertThat(Conditions.of(plane.plane(), "TempestReady")).isEmpty();
        assertThat(Conditions.of(plane.plane(), "RemovalReady")).isEmpty();
    }

    @Test
    void novaAsksTheSchedulerOfThePlane() {
        var plane = new Plane(RANKED);
        plane.simulation.settle();
        assertThat(plane.why(Cortex.class, "cortex")).startsWith("True");
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Ready");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("9/9");
        assertThat(plane.plane().getStatus().services().get("cortex").endpoint())
                .isEqualTo("http://cortex.openstack.svc.cluster.local:8080");
        assertThat(novaConf(plane))
                .contains("external_scheduler_api_url = "
                        + "http://cortex.openstack.svc.cluster.local:8080/scheduler/nova/external");
        var writes = plane.simulation.cluster().writes().size();
        plane.simulation.lookAtEverything();
        assertThat(plane.simulation.cluster().writes()).hasSize(writes);
    }

    @Test
    void aSchedulerThatSomebodyNamesIsAskedInstead() {
        var plane = new Plane(RANKED.replace(
                "compute: {enabled: false}",
                "compute: {enabled: false},"
                        + " scheduler: {externalScheduler: {enabled: true, endpoint: 'http://ranks.example.com'}}"));
        plane.simulation.settle();
        assertThat(novaConf(plane))
                .contains("external_scheduler_api_url = http://ranks.example.com/scheduler/nova/external");
        plane.apply(UNRANKED);
        plane.simulation.settle();
        assertThat(plane.simulation.find(Cortex.class, "cortex")).isEmpty();
    }

    @Test
    void theSchedulerIsAPhaseOfItsOwnAndTestsDoNotWaitForIt() {
        var plane = new Plane(RANKED);
        plane.simulation.hold("cortex-scheduler");
        plane.simulation.settle();
        assertThat(plane.ready()).isFalse();
        assertThat(plane.plane().getStatus().phase()).isEqualTo("Scheduler");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("8/9");
        assertThat(plane.plane().getStatus().blockedBy().name()).isEqualTo("cortex-scheduler");
        assertThat(plane.why(Tempest.class, "tempest")).startsWith("True");
    }

    @Test
    void aSchedulerLeavesOnceNobodyAsksItAndItsDataStays() {
        var plane = new Plane(RANKED);
        plane.simulation.settle();
        var login = login(plane);
        // A rollout that does not come to an end: some scheduler may still ask.
        plane.simulation.hold("nova-scheduler");
        plane.apply(UNRANKED);
        plane.simulation.settle();
        assertThat(plane.simulation.find(Tempest.class, "tempest")).isEmpty();
        assertThat(plane.simulation.find(Cortex.class, "cortex")).isPresent();
        assertThat(condition(plane, "RemovalReady").getReason()).isEqualTo("StillNeeded");
        assertThat(condition(plane, "RemovalReady").getMessage()).contains("Nova/nova");
        plane.simulation.mend("nova-scheduler");
        plane.simulation.settle();
        assertThat(plane.simulation.find(Cortex.class, "cortex")).isEmpty();
        assertThat(plane.simulation.find(StatefulSet.class, "cortex-postgresql"))
                .isEmpty();
        assertThat(novaConf(plane)).doesNotContain("external_scheduler");
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(plane.plane().getStatus().progress()).isEqualTo("7/7");
        assertThat(login(plane)).isEqualTo(login);
        plane.apply(RANKED);
        plane.simulation.settle();
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(login(plane)).isEqualTo(login);
    }

    private static Map<String, String> login(Plane plane) {
        return plane.simulation
                .find(Secret.class, "cortex-db-credentials")
                .orElseThrow()
                .getData();
    }

    private static String novaConf(Plane plane) {
        return plane.simulation.cluster().list(ConfigMap.class, Simulation.NAMESPACE, Map.of()).stream()
                .filter(map -> map.getMetadata().getName().startsWith("nova-config-"))
                .map(map -> map.getData().get("nova.conf"))
                .collect(Collectors.joining());
    }

    @Test
    void childrenLeaveOneAfterTheOther() {
        var plane = new Plane(TESTED);
        plane.simulation.settle();
        var before = plane.simulation.cluster().writes().size();
        plane.apply("{services: {keystone: {enabled: false}}}");
        plane.simulation.settle();
        var writes = plane.simulation.cluster().writes();
        assertThat(writes.subList(before, writes.size()).stream()
                        .filter(write -> write.matches("delete (Tempest|Glance|Keystone)/.*"))
                        .toList())
                .containsExactly("delete Tempest/tempest", "delete Glance/glance", "delete Keystone/keystone");
        plane.apply(TESTED);
        plane.simulation.settle();
        for (var child : List.of(
                Ref.of(Keystone.class, Simulation.NAMESPACE, "keystone"),
                Ref.of(Glance.class, Simulation.NAMESPACE, "glance"),
                Ref.of(Tempest.class, Simulation.NAMESPACE, "tempest"))) {
            assertThat(plane.simulation.cluster().snapshot()).containsKey(child.namespace() + "/" + child);
        }
        assertThat(plane.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
    }

    private static Condition condition(Plane plane, String type) {
        return Conditions.of(plane.plane(), type).orElseThrow();
    }
}
