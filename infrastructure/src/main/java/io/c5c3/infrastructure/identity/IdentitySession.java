package io.c5c3.infrastructure.identity;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a login may do. Lists are whole: one that Keystone cuts short is a failure, since what is missing in it would be made again.
 * {@code marks} are attributes of our own, which Keystone keeps beside those it knows.
 */
public interface IdentitySession {

    /** The prefix of every mark. */
    String MARK = "c5c3_";

    /** A line of the catalogue. What is not yet there has no id. */
    record Service(
            String id, String name, String type, String description, boolean enabled, Map<String, String> marks) {

        Service identified(String as) {
            return new Service(as, name, type, description, enabled, marks);
        }
    }

    /**
     * Where a service is found.
     *
     * @param audience public, internal or admin; Keystone calls it the interface
     */
    record Endpoint(
            String id,
            String service,
            String audience,
            String region,
            String url,
            boolean enabled,
            Map<String, String> marks) {

        Endpoint identified(String as) {
            return new Endpoint(as, service, audience, region, url, enabled, marks);
        }
    }

    record Project(String id, boolean enabled) {}

    record User(String id, String name, Map<String, String> marks) {}

    /** A role that a user has in a project, or on a domain, by itself, neither through a group nor by inheritance. */
    record Grant(String user, String userName, String role, String roleName) {}

    record ApplicationCredential(String id, String name, String description) {}

    /** Makes the region unless it is there. */
    void ensureRegion(String region) throws IdentityFailure;

    List<Service> services() throws IdentityFailure;

    /** Returns the id. */
    String createService(Service wanted) throws IdentityFailure;

    void updateService(Service wanted) throws IdentityFailure;

    /** Its endpoints go with it. */
    void deleteService(String id) throws IdentityFailure;

    List<Endpoint> endpoints() throws IdentityFailure;

    void createEndpoint(Endpoint wanted) throws IdentityFailure;

    void updateEndpoint(Endpoint wanted) throws IdentityFailure;

    void deleteEndpoint(String id) throws IdentityFailure;

    /** The project of this name in the domain of the one who is logged in. */
    Optional<Project> project(String name) throws IdentityFailure;

    /** Returns the id. */
    String createProject(String name, String description) throws IdentityFailure;

    void enableProject(String id) throws IdentityFailure;

    /** The id of the role, which is made unless it is there. */
    String ensureRole(String name) throws IdentityFailure;

    /** Who has which role in the project, among the users of the domain of the one who is logged in. */
    List<Grant> grants(String project) throws IdentityFailure;

    void grant(String project, String user, String role) throws IdentityFailure;

    /** Application credentials that carry the role open no door from then on. */
    void revoke(String project, String user, String role) throws IdentityFailure;

    /** The other domains. */
    IdentityDomains domains();

    /** The user of this name in the domain of the one who is logged in. */
    Optional<User> user(String name) throws IdentityFailure;

    Optional<User> userById(String id) throws IdentityFailure;

    /** A user for a program: rules for people, such as passwords that expire, do not apply. Returns the id. */
    String createUser(String name, String password, String project, Map<String, String> marks) throws IdentityFailure;

    /** Puts these marks on a user, beside those it has. */
    void markUser(String id, Map<String, String> marks) throws IdentityFailure;

    /**
     * Gives the user this password, and lets it in again. Keystone takes back all its tokens, also those that are issued in the same
     * second: a login should wait that long.
     */
    void restoreUser(String id, String password) throws IdentityFailure;

    /** Its roles and application credentials go with it. */
    void deleteUser(String id) throws IdentityFailure;

    /** Those of the one who is logged in. */
    List<ApplicationCredential> applicationCredentials() throws IdentityFailure;

    /** Makes an application credential for the one who is logged in, in the project of the login, and returns its id. */
    String mint(String name, String description, String secret, Set<String> roles) throws IdentityFailure;

    void deleteApplicationCredential(String id) throws IdentityFailure;
}
