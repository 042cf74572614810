package io.c5c3.engine.rotation;

import java.util.Optional;

/** A server that knows logins, as somebody sees it who may make them. */
public interface Door<E extends Exception> {

    /**
     * Makes the login, with all that its user may do, as often as it is asked; returns it under the name by which the server knows it.
     *
     * @throws io.c5c3.engine.Refused if something is in the way
     */
    Login make(Login login) throws E;

    /** Why the server does not let it in, if it does not. Asked the way pods come in. */
    Optional<String> refuses(Login login) throws E;

    /** Whether somebody is in with it at this moment. */
    boolean inUse(String user) throws E;

    /** Takes the user away, if it is ours. */
    void drop(String user) throws E;
}
