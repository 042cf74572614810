package io.c5c3.services.neutron;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.services.ServiceAccess.Door;
import java.util.List;

/** What the operator asks of a running Neutron. A port: the real one speaks its API, the one of memory tests is told what to answer. */
public interface Networks {

    /**
     * An agent that has reported for work at some time.
     *
     * @param binary what it is, for example neutron-l3-agent
     * @param alive whether it has been heard of lately
     */
    record Agent(String binary, String host, boolean alive) {}

    List<Agent> agents(Door door) throws IdentityFailure;
}
