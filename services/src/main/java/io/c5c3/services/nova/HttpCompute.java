package io.c5c3.services.nova;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.ServiceApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A real Nova, through its API. */
public final class HttpCompute implements Compute {

    /** Connections keep their token; there are as many as there are Novas, and one more per changed credential. */
    private final Map<Door, ServiceApi> connections = new ConcurrentHashMap<>();

    @Override
    public Roll roll(Door door) throws IdentityFailure {
        var api = api(door);
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

    private ServiceApi api(Door door) {
        var known = connections.get(door);
        if (known != null) {
            return known;
        }
        // Another key to the same door takes the place of the old one.
        connections.keySet().removeIf(other -> other.nova().equals(door.nova()));
        var made = ServiceApi.to(door.keystone(), door.nova(), door.key());
        connections.put(door, made);
        return made;
    }
}
