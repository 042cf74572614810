package io.c5c3.infrastructure.identity;

/**
 * Who knocks, and for which project. User and project are of the domain every Keystone is set up with: operators and services have no
 * business in the domains of users.
 */
public record IdentityLogin(String user, String password, String project) {

    public static final String DOMAIN = "Default";

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + project;
    }
}
