package io.c5c3.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.local.Outside;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicNetworkTest {

    private final PublicNetwork network = new PublicNetwork(
            new Outside("eth1", "10.142.224.0/24", "10.142.224.1", "10.142.224.10", "10.142.224.250"));

    private static JsonNode plane(String spec) {
        return Serialization.unmarshal("spec: " + spec, JsonNode.class);
    }

    @Test
    void isTheOneThatThePlugLeadsTo() {
        var plane = plane("{services: {neutron: {enabled: true}}, infrastructure: {ovn: {bridgeMappings: ["
                + "{physicalNetwork: storage, bridge: br-st, uplink: eth2},"
                + " {physicalNetwork: physnet1, bridge: br-ex, uplink: eth1}]}}}");
        assertThat(network.physicalNetwork(plane)).contains("physnet1");
    }

    /** Where everything is in one list, and Neutron is on without a word. */
    @Test
    void isFoundInTheOtherKindOfPlaneToo() {
        var plane = Serialization.unmarshal("""
            kind: OpenStackControlPlane
            spec: {ovn: {bridgeMappings: [{physicalNetwork: physnet1, bridge: br-ex, uplink: eth1}]}}
            """, JsonNode.class);
        assertThat(network.physicalNetwork(plane)).contains("physnet1");
    }

    /** Without OVN, agents on the nodes have the bridges. */
    @Test
    void isFoundWithTheAgents() {
        var plane = Serialization.unmarshal("""
            kind: OpenStackControlPlane
            spec: {neutron: {agents: {bridgeMappings: [{physicalNetwork: physnet1, bridge: br-ex, uplink: eth1}]}}}
            """, JsonNode.class);
        assertThat(network.physicalNetwork(plane)).contains("physnet1");
        assertThat(network.physicalNetwork(plane("{services: {neutron: {enabled: true, agents: {bridgeMappings:"
                        + " [{physicalNetwork: physnet1, bridge: br-ex, uplink: eth1}]}}}}")))
                .contains("physnet1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{services: {neutron: {enabled: true}}}",
                "{services: {neutron: {enabled: true}}, infrastructure: {ovn: {bridgeMappings:"
                        + " [{physicalNetwork: physnet1, bridge: br-ex}]}}}",
                "{infrastructure: {ovn: {bridgeMappings: [{physicalNetwork: physnet1, bridge: br-ex, uplink: eth1}]}}}"
            })
    void isNotMadeWhereNothingLeadsThere(String spec) {
        assertThat(network.physicalNetwork(plane(spec))).isEmpty();
    }
}
