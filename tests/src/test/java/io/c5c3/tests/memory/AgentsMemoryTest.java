package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.OpenStackNeutron;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.SecretText;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A plane whose networks are made by Neutron's own agents, with every operator at work. */
@Tag("memory")
class AgentsMemoryTest {

    private static final List<String> AGENTS =
            List.of("neutron-openvswitch-agent", "neutron-l3-agent", "neutron-dhcp-agent", "neutron-metadata-agent");

    private final Plane plane = new Plane();

    @BeforeEach
    void oneHypervisor() {
        plane.simulation.scheduleDaemons();
        plane.simulation
                .cluster()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName("node-1")
                        .addToLabels(NovaCompute.HYPERVISOR, "")
                        .endMetadata()
                        .withNewStatus()
                        .addNewAddress("10.0.0.1", "InternalIP")
                        .endStatus()
                        .build());
        plane.compute.report("nova-compute", "node-1", true);
        plane.applyOpenStack("{networkBackend: ovs}");
        plane.simulation.settle();
    }

    @Test
    void theCloudIsReadyOnceNeutronHearsOfEachOfThem() {
        for (var agent : AGENTS) {
            assertThat(said("AgentsReporting")).contains("on Node/node-1");
            assertThat(why()).contains("AgentsReporting (WaitingForAgents)");
            plane.networks.report(agent, "node-1", true);
            later();
        }
        assertThat(why()).isEqualTo("True Everything is ready.");
        assertThat(said("AgentsReporting")).isEqualTo("Neutron hears of its agents on node-1.");
        assertThat(plane.simulation.cluster().snapshot().keySet()).noneMatch(name -> name.contains("OVNNetwork"));
    }

    @Test
    void oneThatFallsSilentIsNamed() {
        AGENTS.forEach(agent -> plane.networks.report(agent, "node-1", true));
        later();
        assertThat(why()).isEqualTo("True Everything is ready.");
        plane.networks.report("neutron-l3-agent", "node-1", false);
        later();
        assertThat(said("AgentsReporting")).isEqualTo("Neutron does not hear of neutron-l3-agent on Node/node-1.");
        plane.networks.away(true);
        later();
        assertThat(said("AgentsReporting")).contains("refused the connection");
    }

    /** What lies on a node opens the queue to nothing but this service's messages, and is no login of the control plane's. */
    @Test
    void nodesHaveALoginOfTheirOwn() {
        var agents = login("neutron-agents-rabbitmq-credentials", "username");
        assertThat(agents).isEqualTo("neutron-agents");
        assertThat(login("neutron-agents-rabbitmq-credentials", "vhost"))
                .isEqualTo(login("neutron-rabbitmq-credentials", "vhost"));
        assertThat(login("neutron-agents-rabbitmq-credentials", "password"))
                .isNotEqualTo(login("neutron-rabbitmq-credentials", "password"));
    }

    private String login(String secret, String key) {
        return SecretText.decoded(plane.simulation
                .find(Secret.class, secret)
                .orElseThrow()
                .getData()
                .get(key));
    }

    private void later() {
        plane.simulation.clock().advance(Duration.ofMinutes(2));
        plane.simulation.settle();
    }

    private String why() {
        return plane.why(OpenStackControlPlane.class, "plane");
    }

    private String said(String condition) {
        return Conditions.of(
                        plane.simulation.find(OpenStackNeutron.class, "neutron").orElseThrow(), condition)
                .orElseThrow()
                .getMessage();
    }
}
