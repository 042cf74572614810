package io.c5c3.engine.rotation;

import io.c5c3.engine.Outcome;
import java.util.Optional;

/** A server that knows logins, as somebody sees it who may make them. */
public interface Door<E extends Exception> {

    /** Makes the login, with all that its user may do; or says what is in the way. */
    Optional<Outcome> make(Login login) throws E;

    /** Why the server does not let it in, if it does not. Asked the way pods come in. */
    Optional<String> refuses(Login login) throws E;

    /** Whether somebody is in with it at this moment. */
    boolean inUse(String user) throws E;

    /** Takes the user away, if it is ours. */
    void drop(String user) throws E;
}
