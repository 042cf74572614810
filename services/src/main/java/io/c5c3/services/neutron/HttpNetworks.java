package io.c5c3.services.neutron;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.services.ServiceAccess.Door;
import io.c5c3.services.ServiceConnections;
import java.util.ArrayList;
import java.util.List;

/** A real Neutron, through its API. */
public final class HttpNetworks implements Networks {

    private final ServiceConnections connections = new ServiceConnections();

    @Override
    public List<Agent> agents(Door door) throws IdentityFailure {
        var agents = new ArrayList<Agent>();
        var fields = "/v2.0/agents?fields=binary&fields=host&fields=alive";
        for (var entry : connections.to(door).send("GET", fields, null).path("agents")) {
            agents.add(new Agent(
                    entry.path("binary").asText(),
                    entry.path("host").asText(),
                    entry.path("alive").asBoolean()));
        }
        return agents;
    }
}
