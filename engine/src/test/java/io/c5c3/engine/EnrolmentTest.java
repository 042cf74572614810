package io.c5c3.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.memcached.Memcached;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.engine.step.ObjectsStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nothing is done where no administrator has asked for it, and the resource says what would help. */
class EnrolmentTest {

    private static final Map<String, String> ENROLLED = Map.of(Enrolment.LABEL, "true");
    private static final Map<String, String> PRIVILEGED = Map.of(Enrolment.LABEL, "true", Enrolment.PRIVILEGED, "true");

    private static Simulation simulation(Map<String, String> labels, HasMetadata... objects) {
        var simulation = Toy.simulation((resource, facts) -> Plan.builder()
                .step("ObjectsReady", new ObjectsStep(List.of(objects), "Applied", "Applied."))
                .build());
        label(simulation, labels);
        simulation.add(Toy.resource("toy"));
        return simulation;
    }

    private static void label(Simulation simulation, Map<String, String> labels) {
        simulation
                .cluster()
                .put(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Simulation.NAMESPACE)
                        .withLabels(labels)
                        .endMetadata()
                        .build());
    }

    private static ConfigMap configMap() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("a")
                .endMetadata()
                .build();
    }

    private static Deployment deployment() {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("switch")
                .endMetadata()
                .withNewSpec()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "switch")
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                .addNewContainer()
                .withName("daemon")
                .withNewSecurityContext()
                .withPrivileged(true)
                .withNewCapabilities()
                .addToAdd("NET_ADMIN", "NET_BIND_SERVICE")
                .endCapabilities()
                .endSecurityContext()
                .endContainer()
                .addNewVolume()
                .withName("run")
                .withNewHostPath("/run/openvswitch", "")
                .endVolume()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Memcached toy(Simulation simulation) {
        return simulation.find(Memcached.class, "toy").orElseThrow();
    }

    @Test
    void aResourceInANamespaceThatIsNotEnrolledSaysSoAndGoesOnWhenItIs() {
        var simulation = simulation(Map.of(), configMap());
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "a")).isEmpty();
        assertThat(Conditions.stalled(toy(simulation))).isTrue();
        assertThat(Conditions.of(toy(simulation), Enrolment.CONDITION).orElseThrow())
                .satisfies(said -> {
                    assertThat(said.getReason()).isEqualTo("NamespaceNotEnrolled");
                    assertThat(said.getMessage()).contains("./c5c3 enroll openstack");
                });
        label(simulation, ENROLLED);
        simulation.settle();
        assertThat(Conditions.ready(toy(simulation))).isTrue();
        assertThat(Conditions.of(toy(simulation), Enrolment.CONDITION)).isEmpty();
    }

    @Test
    void whatWasNeverWorkedOnCanBeDeleted() {
        var simulation = simulation(Map.of(), configMap());
        simulation.settle();
        simulation.cluster().take(Ref.of(toy(simulation)));
        simulation.settle();
        assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
    }

    @Test
    void whatWasWorkedOnWaitsUntilItCanBeTakenDown() {
        var simulation = simulation(ENROLLED, configMap());
        simulation.settle();
        label(simulation, Map.of());
        simulation.settle();
        simulation.cluster().take(Ref.of(toy(simulation)));
        simulation.settle();
        assertThat(toy(simulation).getMetadata().getDeletionTimestamp()).isNotNull();
        label(simulation, ENROLLED);
        simulation.settle();
        assertThat(simulation.find(Memcached.class, "toy")).isEmpty();
    }

    @Test
    void nothingIsMadeInANamespaceThatIsBeingDeleted() {
        var simulation = simulation(ENROLLED, configMap());
        simulation
                .cluster()
                .edit(
                        Namespace.class,
                        "",
                        Simulation.NAMESPACE,
                        namespace -> namespace.addFinalizer("example.com/kubernetes"));
        simulation.cluster().take(Ref.of(Namespace.class, "", Simulation.NAMESPACE));
        simulation.settle();
        assertThat(simulation.find(ConfigMap.class, "a")).isEmpty();
    }

    @Test
    void podsThatReachForTheNodeNeedAnAdministratorsWord() {
        var simulation = simulation(ENROLLED, deployment());
        simulation.settle();
        assertThat(simulation.find(Deployment.class, "switch")).isEmpty();
        assertThat(Conditions.of(toy(simulation), "ObjectsReady").orElseThrow()).satisfies(said -> {
            assertThat(said.getReason()).isEqualTo("PrivilegedNotAllowed");
            assertThat(said.getMessage())
                    .contains("the node's network")
                    .contains("the node's /run/openvswitch")
                    .contains("privileged container daemon")
                    .contains("capability NET_ADMIN")
                    .doesNotContain("NET_BIND_SERVICE")
                    .contains("./c5c3 enroll openstack --privileged");
        });
        assertThat(Conditions.stalled(toy(simulation))).isTrue();
        label(simulation, PRIVILEGED);
        simulation.settle();
        assertThat(simulation.find(Deployment.class, "switch")).isPresent();
        assertThat(Conditions.ready(toy(simulation))).isTrue();
    }
}
