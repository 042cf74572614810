package io.c5c3.services;

import io.c5c3.infrastructure.identity.IdentityServer;
import io.c5c3.infrastructure.identity.ServiceApi;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connections to running services, which keep their token. There is one to each; another key to the same door takes its place. */
public final class ServiceConnections {

    private final Map<IdentityServer, Open> open = new ConcurrentHashMap<>();

    private record Open(ServiceAccess.Door door, ServiceApi api) {}

    public ServiceApi to(ServiceAccess.Door door) {
        var known = open.get(door.service());
        if (known != null && known.door().equals(door)) {
            return known.api();
        }
        var made = ServiceApi.to(door.keystone(), door.service(), door.key());
        open.put(door.service(), new Open(door, made));
        return made;
    }
}
