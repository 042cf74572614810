package io.c5c3.engine.rotation;

/** A user and its password. */
public record Login(String user, String password) {

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user;
    }
}
