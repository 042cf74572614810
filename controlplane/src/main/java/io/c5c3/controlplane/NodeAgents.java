package io.c5c3.controlplane;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.Policy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * As whom the agents on the nodes log in. What lies on a node is anybody's who gets out of a guest, so they are no administrators: their user
 * has the role service alone, with which they count in Placement what guests take, bind ports in Neutron, and vouch for users whose tokens
 * they pass on.
 */
final class NodeAgents {

    static final String USER = "nova-compute";

    private NodeAgents() {}

    /** Agents tell Nova all addresses of a server. Ports Neutron shows to services by itself; floating addresses it does not. */
    static @Nullable Policy rules(Cloud cloud) {
        return cloud.has(OpenStackService.NOVA)
                        && cloud.services().nova().compute().enabled()
                ? new Policy(
                        Map.of(
                                "get_floatingip",
                                "rule:admin_only or role:service or (role:reader and project_id:%(project_id)s)"),
                        null)
                : null;
    }
}
