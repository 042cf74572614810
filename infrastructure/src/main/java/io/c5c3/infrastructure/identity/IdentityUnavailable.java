package io.c5c3.infrastructure.identity;

/** Keystone could not be reached, or was not able to answer; later it may be. */
public final class IdentityUnavailable extends IdentityFailure {

    private static final long serialVersionUID = 1;

    public IdentityUnavailable(String message) {
        super(message);
    }
}
