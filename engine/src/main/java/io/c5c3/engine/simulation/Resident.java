package io.c5c3.engine.simulation;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Set;

/** A server in memory that lives in the pods of a StatefulSet, and has what lies on their volumes. */
public interface Resident {

    /**
     * A pod begins.
     *
     * @param addresses of the Services before it
     * @param anew whether no volume of its StatefulSet has held anything so far
     * @param secrets what it mounts from Secrets, by the name of the volume
     */
    record Start(Pod pod, Set<String> addresses, boolean anew, Map<String, Map<String, String>> secrets) {}

    void starts(Start start);

    /** Whether a pod that comes with an empty volume gets by itself what it needs from the others of its StatefulSet. */
    default boolean fills(Pod pod) {
        return true;
    }
}
