package io.c5c3.infrastructure.identity;

/**
 * What went wrong with a Keystone, in words that are safe to show: its own messages quote what they were sent, passwords included, and do
 * not get in here.
 */
public abstract sealed class IdentityFailure extends Exception permits IdentityUnavailable, IdentityRefused {

    private static final long serialVersionUID = 1;

    IdentityFailure(String message) {
        super(message);
    }
}
