package io.c5c3.services.nova;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.services.ServiceAccess.Door;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the operators ask of a running Nova. A port: the real one speaks its API, the one of memory tests is told what to answer. */
public interface Compute {

    /**
     * A part of Nova that reports for work.
     *
     * @param binary what it is, for example nova-compute
     * @param up whether it has been heard of in the last minute
     */
    record Service(String binary, String host, boolean up) {}

    /**
     * Who works for a Nova.
     *
     * @param hypervisors the hosts whose processors, memory and disks Nova has been told, and which are entered in a cell
     */
    record Roll(List<Service> services, Set<String> hypervisors) {

        public boolean has(String binary) {
            return services.stream()
                    .anyMatch(service -> service.up() && service.binary().equals(binary));
        }

        /** The hosts that can be given guests: an agent that is heard of is not enough. */
        public Set<String> hosts() {
            return services.stream()
                    .filter(service -> service.up() && service.binary().equals(AGENT))
                    .map(Service::host)
                    .filter(hypervisors::contains)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    String AGENT = "nova-compute";

    Roll roll(Door door) throws IdentityFailure;
}
