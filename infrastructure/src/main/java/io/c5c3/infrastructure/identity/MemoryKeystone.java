package io.c5c3.infrastructure.identity;

import io.c5c3.infrastructure.identity.IdentitySession.ApplicationCredential;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** What one Keystone in memory knows. Tests read it, and change it behind the operator's back. */
public final class MemoryKeystone {

    private static final String LOGIN = "POST /v3/auth/tokens";

    /** One user, with what Keystone keeps to itself. */
    static final class Account {
        User user;
        String password;
        boolean enabled = true;

        Account(User user, String password) {
            this.user = user;
            this.password = password;
        }
    }

    /** @param project the id of the one it was made in */
    record Credential(ApplicationCredential shown, String user, String project, String secret, Set<String> roles) {}

    record Role(String project, String user, String role) {}

    final Set<String> regions = new TreeSet<>(Set.of("RegionOne"));
    final Map<String, Service> services = new LinkedHashMap<>();
    final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    final Map<String, IdentitySession.Project> projects = new TreeMap<>();
    final Map<String, String> roles =
            new TreeMap<>(Map.of("admin", "r-admin", "member", "r-member", "service", "r-service"));
    final Map<String, Account> accounts = new LinkedHashMap<>();
    final Set<Role> granted = new LinkedHashSet<>();
    final Map<String, Credential> credentials = new LinkedHashMap<>();
    private String administrator = "";

    /** As with a real one, no two runs have the same. */
    static String newId(String kind) {
        return kind + "-" + UUID.randomUUID();
    }

    /** Everything there is, by names: two of one name show as two. */
    Map<String, ?> snapshot() {
        var snapshot = new TreeMap<String, List<Object>>();
        services.values().forEach(service -> put(snapshot, "service " + service.name(), service));
        endpoints.values().forEach(endpoint -> put(snapshot, "endpoint " + endpoint.url(), endpoint));
        projects.forEach((name, project) -> put(snapshot, "project " + name, project));
        roles.forEach((name, id) -> put(snapshot, "role " + name, id));
        for (var account : accounts.values()) {
            var name = account.user.name();
            put(snapshot, "user " + name, List.of(account.user, account.password, account.enabled));
            projects.forEach((project, there) ->
                    put(snapshot, "roles of " + name + " in " + project, held(account.user.id(), there.id())));
        }
        credentials
                .values()
                .forEach(credential -> put(
                        snapshot,
                        "credential of " + byId(credential.user()).user.name(),
                        List.of(credential.shown(), credential.secret(), new TreeSet<>(credential.roles()))));
        return snapshot;
    }

    private static void put(Map<String, List<Object>> snapshot, String what, Object value) {
        snapshot.computeIfAbsent(what, name -> new ArrayList<>()).add(value);
    }

    /** From now on only this password lets the administrator in; before, any does, as if bootstrap had just run with it. */
    public void administratorPassword(String password) {
        administrator = password;
    }

    public List<Service> services() {
        return List.copyOf(services.values());
    }

    public List<Endpoint> endpoints() {
        return List.copyOf(endpoints.values());
    }

    /** Names of users. */
    public Set<String> users() {
        var names = new TreeSet<String>();
        accounts.values().forEach(account -> names.add(account.user.name()));
        return names;
    }

    /** Names of the roles that a user has in a project. */
    public Set<String> roles(String user, String project) {
        return held(account(user).user.id(), projectId(project));
    }

    /** As above, for ids. */
    Set<String> held(String user, String project) {
        var names = new TreeSet<String>();
        granted.stream()
                .filter(role -> role.user().equals(user) && role.project().equals(project))
                .forEach(role -> names.add(name(role.role())));
        return names;
    }

    /** Ids of a user's application credentials, in the order they were made. */
    public List<String> credentials(String user) {
        var id = account(user).user.id();
        return credentials.values().stream()
                .filter(credential -> credential.user().equals(id))
                .map(credential -> credential.shown().id())
                .toList();
    }

    /** The roles an application credential carries. */
    public Set<String> credentialRoles(String id) {
        return Optional.ofNullable(credentials.get(id)).orElseThrow().roles();
    }

    /** Somebody writes a service. */
    public void put(Service service) {
        services.put(service.id(), service);
    }

    /** Somebody writes an endpoint. */
    public void put(Endpoint endpoint) {
        endpoints.put(endpoint.id(), endpoint);
    }

    /** Somebody makes a user. */
    public void putUser(String name, String password, Map<String, String> marks) {
        var user = new User(newId("user"), name, marks);
        accounts.put(user.id(), new Account(user, password));
    }

    public void password(String user, String password) {
        account(user).password = password;
    }

    public void disable(String user) {
        account(user).enabled = false;
    }

    public void disableProject(String name) {
        projects.computeIfPresent(name, (key, project) -> new IdentitySession.Project(project.id(), false));
    }

    public void grant(String user, String project, String role) {
        granted.add(role(user, project, role));
    }

    public void revoke(String user, String project, String role) {
        granted.remove(role(user, project, role));
    }

    private Role role(String user, String project, String role) {
        return new Role(projectId(project), account(user).user.id(), roles.getOrDefault(role, ""));
    }

    private String projectId(String name) {
        return Optional.ofNullable(projects.get(name)).orElseThrow().id();
    }

    public void removeService(String id) {
        services.remove(id);
        endpoints.values().removeIf(endpoint -> endpoint.service().equals(id));
    }

    public void removeCredential(String id) {
        credentials.remove(id);
    }

    public void removeUser(String name) {
        deleteUser(account(name).user.id());
    }

    String name(String role) {
        return roles.entrySet().stream()
                .filter(entry -> entry.getValue().equals(role))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    void deleteUser(String id) {
        accounts.remove(id);
        granted.removeIf(role -> role.user().equals(id));
        credentials.values().removeIf(credential -> credential.user().equals(id));
    }

    String administrator(String password) throws IdentityFailure {
        if (!administrator.isEmpty() && !administrator.equals(password)) {
            throw new IdentityRefused(IdentityRefused.UNAUTHORIZED, LOGIN);
        }
        return MemoryIdentity.ADMIN;
    }

    /** The id of the user who logs in. */
    String user(IdentityLogin login) throws IdentityFailure {
        var account = accounts.values().stream()
                .filter(known -> known.user.name().equals(login.user()))
                .filter(known -> known.enabled && known.password.equals(login.password()))
                .filter(known -> member(known.user.id(), login.project()))
                .findFirst()
                .orElseThrow(() -> new IdentityRefused(IdentityRefused.UNAUTHORIZED, LOGIN));
        return account.user.id();
    }

    private boolean member(String user, String project) {
        var there = projects.get(project);
        return there != null
                && there.enabled()
                && granted.stream()
                        .anyMatch(role ->
                                role.user().equals(user) && role.project().equals(there.id()));
    }

    void verify(CredentialKey key) throws IdentityFailure {
        var credential = credentials.get(key.id());
        if (credential == null || !credential.secret().equals(key.secret()) || !byId(credential.user()).enabled) {
            throw new IdentityRefused(IdentityRefused.UNAUTHORIZED, LOGIN);
        }
    }

    Account byId(String id) {
        return Optional.ofNullable(accounts.get(id)).orElseThrow();
    }

    private Account account(String name) {
        return accounts.values().stream()
                .filter(account -> account.user.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
