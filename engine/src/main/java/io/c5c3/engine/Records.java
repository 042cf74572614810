package io.c5c3.engine;

import java.util.Optional;

/**
 * Where a server outside of Kubernetes keeps who made what on it: beside the things themselves, so that a backup has both.
 */
public interface Records<F extends Exception> {

    Optional<Owner> owner(Thing thing) throws F;

    /** Writes the record unless there is one already, whose ever it is. */
    void record(Thing thing, Owner owner) throws F;

    /** Takes the record away; one that is not there is no failure. */
    void strike(Thing thing) throws F;
}
