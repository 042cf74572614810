package io.c5c3.infrastructure.identity;

import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The domains beside the one of operators and services: projects and users with names of their own. */
public interface IdentityDomains {

    /** What is not yet there has no id. It has no marks: Keystone stores them, and then cannot list domains any more. */
    record Domain(String id, String name, String description, boolean enabled) {

        Domain identified(String as) {
            return new Domain(as, name, description, enabled);
        }
    }

    List<Domain> all() throws IdentityFailure;

    /** Returns the id. */
    String create(Domain wanted) throws IdentityFailure;

    void update(Domain wanted) throws IdentityFailure;

    /** Everybody and everything in it goes with it. */
    void delete(String id) throws IdentityFailure;

    /** Who has which role on the domain itself, among its own users. */
    List<Grant> grants(String domain) throws IdentityFailure;

    void grant(String domain, String user, String role) throws IdentityFailure;

    void revoke(String domain, String user, String role) throws IdentityFailure;

    /** The user of this name in a domain. */
    Optional<User> user(String domain, String name) throws IdentityFailure;

    /** A user for a program, at home in no project. Returns the id. */
    String createUser(String domain, String name, String password, Map<String, String> marks) throws IdentityFailure;
}
