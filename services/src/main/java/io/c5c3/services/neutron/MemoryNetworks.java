package io.c5c3.services.neutron;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityUnavailable;
import io.c5c3.services.ServiceAccess.Door;
import java.util.ArrayList;
import java.util.List;

/** A Neutron in memory that has heard of those agents that a test says; for tests of whole pipelines and the rehearsal. */
public final class MemoryNetworks implements Networks {

    private final List<Agent> agents = new ArrayList<>();
    private boolean away;

    /** While away, nobody answers. */
    public void away(boolean now) {
        away = now;
    }

    /** An agent reports for work, or is known to have stopped. */
    public void report(String binary, String host, boolean alive) {
        agents.removeIf(agent -> agent.binary().equals(binary) && agent.host().equals(host));
        agents.add(new Agent(binary, host, alive));
    }

    @Override
    public List<Agent> agents(Door door) throws IdentityFailure {
        if (away) {
            throw new IdentityUnavailable(door.service() + " refused the connection");
        }
        return List.copyOf(agents);
    }
}
