package io.c5c3.services.nova;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.services.ServiceAccess.Door;
import io.c5c3.services.ServiceConnections;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A real Nova, through its API. */
public final class HttpCompute implements Compute {

    private final ServiceConnections connections = new ServiceConnections();

    @Override
    public Roll roll(Door door) throws IdentityFailure {
        var api = connections.to(door);
        var services = new ArrayList<Service>();
        for (var entry : api.send("GET", "/v2.1/os-services", null).path("services")) {
            services.add(new Service(
                    entry.path("binary").asText(),
                    entry.path("host").asText(),
                    "up".equals(entry.path("state").asText())));
        }
        var hypervisors = new HashSet<String>();
        if (services.stream().anyMatch(service -> service.binary().equals(AGENT))) {
            api.send("GET", "/v2.1/os-hypervisors/detail", null)
                    .path("hypervisors")
                    .forEach(entry -> hypervisors.add(entry.at("/service/host").asText()));
        }
        return new Roll(List.copyOf(services), Set.copyOf(hypervisors));
    }
}
