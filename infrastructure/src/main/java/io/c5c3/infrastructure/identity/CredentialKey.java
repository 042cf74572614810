package io.c5c3.infrastructure.identity;

/** What it takes to log in with an application credential. */
public record CredentialKey(String id, String secret) {

    /** Without the secret: this text may end up in a log. */
    @Override
    public String toString() {
        return id;
    }
}
