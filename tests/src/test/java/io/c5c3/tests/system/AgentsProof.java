package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.tests.Repository;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Networks without OVN: a server boots on them, is reached from outside, and outlives the agents. Another whole cloud is more than CI has
 * time for: {@code ./mvnw -pl tests -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=AgentsProof test}.
 */
@Tag("system")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AgentsProof {

    private static final String NAMESPACE = "openstack";

    @RegisterExtension
    static final Stage STAGE = new Stage("agents");

    @Test
    @Order(1)
    void aServerBootsAndIsReachedFromOutside() {
        STAGE.up("-f", Repository.file("samples/openstack-ovs.yaml").toString());
        var agents = said("openstack", "network", "agent", "list", "-f", "value", "-c", "Binary", "-c", "Alive");
        assertThat(agents.lines())
                .containsExactlyInAnyOrder(
                        "True neutron-dhcp-agent",
                        "True neutron-l3-agent",
                        "True neutron-metadata-agent",
                        "True neutron-openvswitch-agent");
        var demo = said("demo", "--plain");
        System.out.println(demo);
        assertThat(demo).contains("3 of 3 pings answered", "a floating address in public");
    }

    /** All of them at once, with a server that is used meanwhile: routers, addresses and flows are the node's, not the pods'. */
    @Test
    @Order(2)
    void aServerOutlivesTheAgents() {
        said("demo", "--plain", "--keep");
        for (var agent : List.of("ovs-agent", "l3-agent", "dhcp-agent", "metadata-agent")) {
            said("kubectl", "-n", NAMESPACE, "rollout", "restart", "daemonset/neutron-" + agent);
        }
        for (var agent : List.of("ovs-agent", "l3-agent", "dhcp-agent", "metadata-agent")) {
            said("kubectl", "-n", NAMESPACE, "rollout", "status", "daemonset/neutron-" + agent, "--timeout=5m");
        }
        var again = said("demo", "--plain");
        System.out.println(again);
        assertThat(again).contains("3 of 3 pings answered", "a floating address in public");
    }

    private static String said(String... words) {
        var result = STAGE.cli().run(words);
        assertThat(result.exitCode()).as(result.both()).isZero();
        return result.both();
    }
}
