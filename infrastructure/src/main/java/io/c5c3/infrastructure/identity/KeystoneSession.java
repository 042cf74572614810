package io.c5c3.infrastructure.identity;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A login at a real Keystone: which request means what. Regions and roles are looked up once; a session lasts for one look, and they
 * last longer.
 */
final class KeystoneSession implements IdentitySession {

    private final KeystoneCaller keystone;
    private final String user;
    private final String domain;
    private final Map<String, String> roles = new HashMap<>();
    private final Set<String> regions = new HashSet<>();

    /** @param user who is logged in */
    KeystoneSession(KeystoneCaller keystone, String user, String domain) {
        this.keystone = keystone;
        this.user = user;
        this.domain = domain;
    }

    @Override
    public void ensureRegion(String region) throws IdentityFailure {
        if (regions.contains(region)) {
            return;
        }
        if (keystone.found("/v3/regions/" + KeystoneCaller.encoded(region), "region")
                .isEmpty()) {
            keystone.create("/v3/regions", "region", Map.of("id", region));
        }
        regions.add(region);
    }

    @Override
    public List<Service> services() throws IdentityFailure {
        return keystone.list("/v3/services", "services").stream()
                .map(KeystoneJson::service)
                .toList();
    }

    @Override
    public String createService(Service wanted) throws IdentityFailure {
        return keystone.create("/v3/services", "service", KeystoneJson.fields(wanted));
    }

    @Override
    public void updateService(Service wanted) throws IdentityFailure {
        keystone.update("/v3/services/" + wanted.id(), "service", KeystoneJson.fields(wanted));
    }

    @Override
    public void deleteService(String id) throws IdentityFailure {
        keystone.delete("/v3/services/" + id);
    }

    @Override
    public List<Endpoint> endpoints() throws IdentityFailure {
        return keystone.list("/v3/endpoints", "endpoints").stream()
                .map(KeystoneJson::endpoint)
                .toList();
    }

    @Override
    public void createEndpoint(Endpoint wanted) throws IdentityFailure {
        keystone.create("/v3/endpoints", "endpoint", KeystoneJson.fields(wanted));
    }

    @Override
    public void updateEndpoint(Endpoint wanted) throws IdentityFailure {
        keystone.update("/v3/endpoints/" + wanted.id(), "endpoint", KeystoneJson.fields(wanted));
    }

    @Override
    public void deleteEndpoint(String id) throws IdentityFailure {
        keystone.delete("/v3/endpoints/" + id);
    }

    @Override
    public Optional<Project> project(String name) throws IdentityFailure {
        return keystone
                .list(
                        "/v3/projects?name=" + KeystoneCaller.encoded(name) + "&domain_id="
                                + KeystoneCaller.encoded(domain),
                        "projects")
                .stream()
                .findFirst()
                .map(KeystoneJson::project);
    }

    @Override
    public String createProject(String name, String description) throws IdentityFailure {
        return keystone.create(
                "/v3/projects",
                "project",
                Map.of("name", name, "domain_id", domain, "description", description, "enabled", true));
    }

    @Override
    public void enableProject(String id) throws IdentityFailure {
        keystone.update("/v3/projects/" + id, "project", Map.of("enabled", true));
    }

    @Override
    public String ensureRole(String name) throws IdentityFailure {
        var known = roles.get(name);
        if (known != null) {
            return known;
        }
        var there = keystone.list("/v3/roles?name=" + KeystoneCaller.encoded(name), "roles").stream()
                .findFirst();
        var id = there.isPresent()
                ? there.get().path("id").asText("")
                : keystone.create("/v3/roles", "role", Map.of("name", name));
        roles.put(name, id);
        return id;
    }

    @Override
    public List<Grant> grants(String project) throws IdentityFailure {
        return keystone.grants("project", project, domain);
    }

    @Override
    public void grant(String project, String user, String role) throws IdentityFailure {
        keystone.put(grantPath(project, user, role));
    }

    @Override
    public void revoke(String project, String user, String role) throws IdentityFailure {
        keystone.delete(grantPath(project, user, role));
    }

    private static String grantPath(String project, String user, String role) {
        return "/v3/projects/" + project + "/users/" + user + "/roles/" + role;
    }

    @Override
    public IdentityDomains domains() {
        return new KeystoneDomains(keystone);
    }

    @Override
    public Optional<User> user(String name) throws IdentityFailure {
        return keystone.user(domain, name);
    }

    @Override
    public Optional<User> userById(String id) throws IdentityFailure {
        return keystone.found("/v3/users/" + id, "user").map(KeystoneJson::user);
    }

    @Override
    public String createUser(String name, String password, String project, Map<String, String> marks)
            throws IdentityFailure {
        var fields = KeystoneJson.program(domain, name, password, marks);
        fields.put("default_project_id", project);
        return keystone.create("/v3/users", "user", fields);
    }

    @Override
    public void markUser(String id, Map<String, String> marks) throws IdentityFailure {
        keystone.update("/v3/users/" + id, "user", marks);
    }

    @Override
    public void restoreUser(String id, String password) throws IdentityFailure {
        keystone.update(
                "/v3/users/" + id,
                "user",
                Map.of("password", password, "enabled", true, "options", KeystoneJson.FOR_A_PROGRAM));
    }

    @Override
    public void deleteUser(String id) throws IdentityFailure {
        keystone.delete("/v3/users/" + id);
    }

    @Override
    public List<ApplicationCredential> applicationCredentials() throws IdentityFailure {
        return keystone.list("/v3/users/" + user + "/application_credentials", "application_credentials").stream()
                .map(KeystoneJson::credential)
                .toList();
    }

    @Override
    public String mint(String name, String description, String secret, Set<String> roles) throws IdentityFailure {
        return keystone.create(
                "/v3/users/" + user + "/application_credentials",
                "application_credential",
                Map.of(
                        "name", name,
                        "description", description,
                        "secret", secret,
                        "unrestricted", false,
                        "roles",
                                roles.stream()
                                        .sorted()
                                        .map(role -> Map.of("name", role))
                                        .toList()));
    }

    @Override
    public void deleteApplicationCredential(String id) throws IdentityFailure {
        keystone.delete("/v3/users/" + user + "/application_credentials/" + id);
    }
}
