package io.c5c3.services.cinder;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityRefused;
import io.c5c3.services.ServiceAccess.Door;
import io.c5c3.services.ServiceConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A real Cinder, through its v3 API. */
public final class CinderVolumes implements Volumes {

    private static final String API = "/v3/{project}";

    private final ServiceConnections connections = new ServiceConnections();

    @Override
    public List<Pool> pools(Door door, Set<String> services) throws IdentityFailure {
        var pools = new ArrayList<Pool>();
        for (var pool : get(door, "/scheduler-stats/get_pools?detail=true").path("pools")) {
            var service = pool.path("name").asText("").replaceFirst("#.*$", "");
            var capabilities = pool.path("capabilities");
            if (services.contains(service)) {
                pools.add(new Pool(
                        service,
                        "up".equals(capabilities.path("backend_state").asText("up")),
                        number(capabilities.path("free_capacity_gb"))));
            }
        }
        return pools;
    }

    /** Drivers that cannot tell say "unknown" or "infinite". */
    private static OptionalDouble number(JsonNode value) {
        return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
    }

    @Override
    public Set<String> up(Door door, String binary, Set<String> hosts) throws IdentityFailure {
        var up = new TreeSet<String>();
        for (var service : get(door, "/os-services?binary=" + binary).path("services")) {
            if ("up".equals(service.path("state").asText())) {
                up.add(service.path("host").asText());
            }
        }
        up.retainAll(hosts);
        return up;
    }

    @Override
    public List<Type> types(Door door) throws IdentityFailure {
        var types = new ArrayList<Type>();
        for (var type : get(door, "/types?is_public=None").path("volume_types")) {
            var specs = new TreeMap<String, String>();
            type.path("extra_specs")
                    .properties()
                    .forEach(spec -> specs.put(spec.getKey(), spec.getValue().asText()));
            types.add(new Type(
                    type.path("id").asText(""),
                    type.path("name").asText(""),
                    type.path("description").asText(""),
                    specs));
        }
        return types;
    }

    @Override
    public void createType(Door door, Type wanted) throws IdentityFailure {
        connections
                .to(door)
                .send(
                        "POST",
                        API + "/types",
                        Map.of(
                                "volume_type",
                                Map.of(
                                        "name",
                                        wanted.name(),
                                        "description",
                                        wanted.description(),
                                        "extra_specs",
                                        wanted.extraSpecs())));
    }

    @Override
    public void specify(Door door, String type, Map<String, String> extraSpecs) throws IdentityFailure {
        connections.to(door).send("POST", API + "/types/" + type + "/extra_specs", Map.of("extra_specs", extraSpecs));
    }

    @Override
    public void deleteUnusedType(Door door, String type) throws IdentityFailure {
        try {
            connections.to(door).send("DELETE", API + "/types/" + type, null);
        } catch (IdentityRefused e) {
            // Cinder takes it for a mistake to delete a type that volumes have.
            if (!e.isMissing() && !e.isMistake()) {
                throw e;
            }
        }
    }

    private JsonNode get(Door door, String path) throws IdentityFailure {
        return connections.to(door).send("GET", API + path, null);
    }
}
