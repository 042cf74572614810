package io.c5c3.services.nova;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityUnavailable;
import io.c5c3.services.ServiceAccess.Door;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A Nova in memory, whose own parts are up as soon as it is asked; for tests of whole pipelines and the rehearsal. */
public final class MemoryCompute implements Compute {

    private final List<Service> services = new ArrayList<>();
    private final Set<String> poor = new HashSet<>();
    private boolean away;

    public MemoryCompute() {
        report("nova-scheduler", "nova-scheduler", true);
        report("nova-conductor", "nova-conductor", true);
    }

    /** While away, nobody answers. */
    public void away(boolean now) {
        away = now;
    }

    /** A part reports for work, or is known to have stopped. */
    public void report(String binary, String host, boolean up) {
        services.removeIf(
                service -> service.binary().equals(binary) && service.host().equals(host));
        services.add(new Service(binary, host, up));
    }

    /** An agent that is heard of and has not told what its host has. */
    public void withoutResources(String host) {
        poor.add(host);
    }

    @Override
    public Roll roll(Door door) throws IdentityFailure {
        if (away) {
            throw new IdentityUnavailable(door.service() + " refused the connection");
        }
        var hypervisors = services.stream()
                .filter(service -> service.binary().equals(AGENT))
                .map(Service::host)
                .filter(host -> !poor.contains(host))
                .collect(Collectors.toUnmodifiableSet());
        return new Roll(List.copyOf(services), hypervisors);
    }
}
