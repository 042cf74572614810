package io.c5c3.services.cinder;

import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.services.ServiceAccess.Door;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** What the operator asks of a running Cinder. A port: the real one speaks its v3 API, the one of memory tests remembers what it was told. */
public interface Volumes {

    /**
     * A part of a backend, as the scheduler knows it.
     *
     * @param service the volume service that reports it, as host@backend
     * @param freeGb how much room there is, if the backend can tell
     */
    record Pool(String service, boolean up, OptionalDouble freeGb) {}

    /** A kind of volume that people can ask for. What is not yet there has no id. */
    record Type(String id, String name, String description, Map<String, String> extraSpecs) {}

    /** What the scheduler has heard of these volume services; nothing of one that is away. */
    List<Pool> pools(Door door, Set<String> services) throws IdentityFailure;

    /** From which of these Cinder hears as services of this binary. */
    Set<String> up(Door door, String binary, Set<String> hosts) throws IdentityFailure;

    /** All of them, private ones included. */
    List<Type> types(Door door) throws IdentityFailure;

    void createType(Door door, Type wanted) throws IdentityFailure;

    /** Sets these extra specs and leaves others alone. */
    void specify(Door door, String type, Map<String, String> extraSpecs) throws IdentityFailure;

    /** Deletes a type, unless there are volumes of it. */
    void deleteUnusedType(Door door, String type) throws IdentityFailure;
}
