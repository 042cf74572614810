package io.c5c3.infrastructure.identity;

import java.util.Optional;

/**
 * Who knocks, and for work where.
 *
 * @param domain of the user, and of the project
 * @param project the project to work in; none for work on the domain itself
 */
public record IdentityLogin(String user, String password, String domain, Optional<String> project) {

    /** The domain every Keystone is set up with: operators and services have no business in the domains of users. */
    public static final String DOMAIN = "Default";

    public IdentityLogin(String user, String password, String project) {
        this(user, password, DOMAIN, Optional.of(project));
    }

    /** Somebody of a domain who rules it. */
    public static IdentityLogin over(String domain, String user, String password) {
        return new IdentityLogin(user, password, domain, Optional.empty());
    }

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + project.orElse(domain);
    }
}
