package io.c5c3.infrastructure.ovn;

/** What went wrong with a database server, in words that are safe to show. */
public final class OvsdbFailure extends Exception {

    private static final long serialVersionUID = 1;

    public OvsdbFailure(String message) {
        super(message);
    }
}
