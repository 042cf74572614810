package io.c5c3.infrastructure.identity;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A login at a Keystone in memory: its rules, as far as steps run into them. */
final class MemorySession implements IdentitySession {

    private final MemoryIdentity identity;
    private final IdentityServer server;
    private final MemoryKeystone keystone;
    private final String user;

    /** @param user the id of the one who is logged in */
    MemorySession(MemoryIdentity identity, IdentityServer server, MemoryKeystone keystone, String user) {
        this.identity = identity;
        this.server = server;
        this.keystone = keystone;
        this.user = user;
    }

    /** Everything but a user's own application credentials takes an administrator. */
    MemoryKeystone administered() throws IdentityFailure {
        identity.request(server);
        if (!user.equals(MemoryIdentity.ADMIN)) {
            throw new IdentityRefused(IdentityRefused.FORBIDDEN, "as " + user);
        }
        return keystone;
    }

    private MemoryKeystone own() throws IdentityFailure {
        identity.request(server);
        return keystone;
    }

    static void refuse(boolean wrong, int status, String request) throws IdentityFailure {
        if (wrong) {
            throw new IdentityRefused(status, request);
        }
    }

    @Override
    public void ensureRegion(String region) throws IdentityFailure {
        var there = administered();
        if (!there.regions.contains(region)) {
            identity.change("create region " + region, () -> there.regions.add(region));
        }
    }

    @Override
    public List<Service> services() throws IdentityFailure {
        return administered().services();
    }

    @Override
    public String createService(Service wanted) throws IdentityFailure {
        var there = administered();
        var id = MemoryKeystone.newId("service");
        identity.change("create service " + wanted.name(), () -> there.put(wanted.identified(id)));
        return id;
    }

    @Override
    public void updateService(Service wanted) throws IdentityFailure {
        var there = administered();
        refuse(!there.services.containsKey(wanted.id()), IdentityRefused.NOT_FOUND, "PATCH service");
        identity.change("update service " + wanted.name(), () -> there.put(wanted));
    }

    @Override
    public void deleteService(String id) throws IdentityFailure {
        var there = administered();
        var service = there.services.get(id);
        if (service != null) {
            identity.change("delete service " + service.name(), () -> there.removeService(id));
        }
    }

    @Override
    public List<Endpoint> endpoints() throws IdentityFailure {
        return administered().endpoints();
    }

    @Override
    public void createEndpoint(Endpoint wanted) throws IdentityFailure {
        var there = administered();
        refuse(!there.regions.contains(wanted.region()), IdentityRefused.BAD_REQUEST, "POST endpoint");
        identity.change(
                "create endpoint " + wanted.url(),
                () -> there.put(wanted.identified(MemoryKeystone.newId("endpoint"))));
    }

    @Override
    public void updateEndpoint(Endpoint wanted) throws IdentityFailure {
        var there = administered();
        refuse(!there.endpoints.containsKey(wanted.id()), IdentityRefused.NOT_FOUND, "PATCH endpoint");
        identity.change("update endpoint " + wanted.url(), () -> there.put(wanted));
    }

    @Override
    public void deleteEndpoint(String id) throws IdentityFailure {
        var there = administered();
        var endpoint = there.endpoints.get(id);
        if (endpoint != null) {
            identity.change("delete endpoint " + endpoint.url(), () -> there.endpoints.remove(id));
        }
    }

    @Override
    public Optional<Project> project(String name) throws IdentityFailure {
        return Optional.ofNullable(administered().projects.get(name));
    }

    @Override
    public String createProject(String name, String description) throws IdentityFailure {
        var there = administered();
        refuse(there.projects.containsKey(name), IdentityRefused.CONFLICT, "POST project");
        var id = MemoryKeystone.newId("project");
        identity.change("create project " + name, () -> there.projects.put(name, new Project(id, true)));
        return id;
    }

    @Override
    public void enableProject(String id) throws IdentityFailure {
        var there = administered();
        identity.change(
                "enable project " + id,
                () -> there.projects.replaceAll(
                        (name, project) -> project.id().equals(id) ? new Project(id, true) : project));
    }

    @Override
    public String ensureRole(String name) throws IdentityFailure {
        var there = administered();
        if (!there.roles.containsKey(name)) {
            identity.change("create role " + name, () -> there.roles.put(name, MemoryKeystone.newId("role")));
        }
        return there.roles.getOrDefault(name, "");
    }

    @Override
    public List<Grant> grants(String project) throws IdentityFailure {
        return administered().grants(project);
    }

    @Override
    public void grant(String project, String user, String role) throws IdentityFailure {
        var there = administered();
        refuse(!there.accounts.containsKey(user), IdentityRefused.NOT_FOUND, "PUT role");
        identity.change(
                "grant " + there.name(role) + " to " + there.byId(user).user.name(),
                () -> there.granted.add(new MemoryKeystone.Role(project, user, role)));
    }

    @Override
    public void revoke(String project, String user, String role) throws IdentityFailure {
        var there = administered();
        identity.change(
                "revoke " + there.name(role) + " of " + there.byId(user).user.name(),
                () -> there.granted.remove(new MemoryKeystone.Role(project, user, role)));
    }

    @Override
    public IdentityDomains domains() {
        return new MemoryDomains(identity, this);
    }

    @Override
    public Optional<User> user(String name) throws IdentityFailure {
        return administered().account("", name).map(account -> account.user);
    }

    @Override
    public Optional<User> userById(String id) throws IdentityFailure {
        return Optional.ofNullable(administered().accounts.get(id)).map(account -> account.user);
    }

    @Override
    public String createUser(String name, String password, String project, Map<String, String> marks)
            throws IdentityFailure {
        var there = administered();
        refuse(there.users().contains(name), IdentityRefused.CONFLICT, "POST user");
        identity.change("create user " + name, () -> there.putUser(name, password, marks));
        return user(name).orElseThrow().id();
    }

    @Override
    public void markUser(String id, Map<String, String> marks) throws IdentityFailure {
        var account = administered().accounts.get(id);
        if (account == null) {
            throw new IdentityRefused(IdentityRefused.NOT_FOUND, "PATCH user");
        }
        identity.change("mark user " + account.user.name(), () -> {
            var all = new TreeMap<>(account.user.marks());
            all.putAll(marks);
            account.user = new User(id, account.user.name(), all);
        });
    }

    @Override
    public void restoreUser(String id, String password) throws IdentityFailure {
        var account = administered().accounts.get(id);
        if (account == null) {
            throw new IdentityRefused(IdentityRefused.NOT_FOUND, "PATCH user");
        }
        identity.change("restore user " + account.user.name(), () -> {
            account.password = password;
            account.enabled = true;
        });
    }

    @Override
    public void deleteUser(String id) throws IdentityFailure {
        var there = administered();
        var account = there.accounts.get(id);
        if (account != null) {
            identity.change("delete user " + account.user.name(), () -> there.deleteUser(id));
        }
    }

    @Override
    public List<ApplicationCredential> applicationCredentials() throws IdentityFailure {
        return own().credentials.values().stream()
                .filter(credential -> credential.user().equals(user))
                .map(MemoryKeystone.Credential::shown)
                .toList();
    }

    @Override
    public String mint(String name, String description, String secret, Set<String> roles) throws IdentityFailure {
        var there = own();
        refuse(
                applicationCredentials().stream().anyMatch(known -> known.name().equals(name)),
                IdentityRefused.CONFLICT,
                "POST application credential");
        var project = there.granted.stream()
                .filter(role -> role.user().equals(user))
                .findFirst()
                .orElseThrow(() -> new IdentityRefused(IdentityRefused.FORBIDDEN, "POST application credential"))
                .project();
        refuse(
                !there.held(user, project).containsAll(roles),
                IdentityRefused.BAD_REQUEST,
                "POST application credential");
        var shown = new ApplicationCredential(MemoryKeystone.newId("credential"), name, description);
        identity.change(
                "mint " + there.byId(user).user.name(),
                () -> there.credentials.put(
                        shown.id(), new MemoryKeystone.Credential(shown, user, project, secret, Set.copyOf(roles))));
        return shown.id();
    }

    @Override
    public void deleteApplicationCredential(String id) throws IdentityFailure {
        var there = own();
        identity.change("delete credential of " + there.byId(user).user.name(), () -> there.credentials.remove(id));
    }
}
