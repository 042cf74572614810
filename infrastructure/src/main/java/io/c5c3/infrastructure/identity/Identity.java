package io.c5c3.infrastructure.identity;

/** The way to a Keystone. A port: the real one speaks its v3 API, the one of memory tests remembers what it was told. */
public interface Identity {

    /** Opens a session with a user's password, for work in one project. */
    IdentitySession login(IdentityServer server, IdentityLogin login) throws IdentityFailure;

    /** Returns if the application credential opens the door. */
    void verify(IdentityServer server, CredentialKey key) throws IdentityFailure;
}
