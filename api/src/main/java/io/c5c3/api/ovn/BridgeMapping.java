package io.c5c3.api.ovn;

import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/**
 * The bridge by which a node reaches a provider network.
 *
 * @param physicalNetwork as Neutron calls it
 * @param bridge the bridge of Open vSwitch on the node
 * @param uplink the network card of the node that leads there, and that the bridge shall have; it may have no address of its own. Without
 *     it, somebody else connects the bridge.
 */
public record BridgeMapping(
        @Required @Size(max = 63) @Pattern("^[A-Za-z0-9_.-]+$")
        String physicalNetwork,

        @Required @Size(max = 15) @Pattern("^[A-Za-z0-9_.-]+$")
        String bridge,

        @Size(max = 15) @Pattern("^[A-Za-z0-9_.-]+$") @Nullable
        String uplink) {

    public BridgeMapping(String physicalNetwork, String bridge) {
        this(physicalNetwork, bridge, null);
    }
}
