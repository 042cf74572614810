package io.c5c3.infrastructure.identity;

import io.c5c3.infrastructure.identity.IdentityDomains.Domain;
import io.c5c3.infrastructure.identity.IdentitySession.ApplicationCredential;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Grant;
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
        final String domain;
        User user;
        String password;
        boolean enabled = true;

        /** @param domain the id of one; empty for that of operators and services */
        Account(String domain, User user, String password) {
            this.domain = domain;
            this.user = user;
            this.password = password;
        }
    }

    /** @param project the id of the one it was made in */
    record Credential(ApplicationCredential shown, String user, String project, String secret, Set<String> roles) {}

    /** @param project the id of it, or of a domain */
    record Role(String project, String user, String role) {}

    final Set<String> regions = new TreeSet<>(Set.of("RegionOne"));
    final Map<String, Service> services = new LinkedHashMap<>();
    final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    final Map<String, IdentitySession.Project> projects = new TreeMap<>();
    final Map<String, Domain> domains = new LinkedHashMap<>();
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
        domains.values().forEach(domain -> put(snapshot, "domain " + domain.name(), domain));
        for (var account : accounts.values()) {
            var name = account.user.name();
            put(snapshot, "user " + name, List.of(account.user, account.password, account.enabled));
            domains.values()
                    .forEach(domain -> put(
                            snapshot,
                            "roles of " + name + " on " + domain.name(),
                            held(account.user.id(), domain.id())));
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

    public List<Domain> domains() {
        return List.copyOf(domains.values());
    }

    /** Names of users, without those of other domains. */
    public Set<String> users() {
        return users("");
    }

    /** Names of the users of a domain, by its id. */
    public Set<String> users(String domain) {
        var names = new TreeSet<String>();
        accounts.values().stream()
                .filter(account -> account.domain.equals(domain))
                .forEach(account -> names.add(account.user.name()));
        return names;
    }

    /** Names of the roles that a user of a domain has on it. */
    public Set<String> domainRoles(String user, String domain) {
        var id = domainId(domain);
        return held(account(id, user).orElseThrow().user.id(), id);
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

    /** Somebody writes a domain. */
    public void put(Domain domain) {
        domains.put(domain.id(), domain);
    }

    /** Somebody makes a user. */
    public void putUser(String name, String password, Map<String, String> marks) {
        putUser("", name, password, marks);
    }

    /** The same in a domain, by its id. */
    public void putUser(String domain, String name, String password, Map<String, String> marks) {
        var user = new User(newId("user"), name, marks);
        accounts.put(user.id(), new Account(domain, user, password));
    }

    public void password(String user, String password) {
        account(user).password = password;
    }

    /** The same for a user of a domain, by its name. */
    public void password(String domain, String user, String password) {
        account(domainId(domain), user).orElseThrow().password = password;
    }

    public void disableDomain(String name) {
        domains.replaceAll((id, domain) ->
                domain.name().equals(name) ? new Domain(id, name, domain.description(), false) : domain);
    }

    public void removeDomain(String name) {
        deleteDomain(domainId(name));
    }

    public boolean hasRole(String name) {
        return roles.containsKey(name);
    }

    /** A user of a domain, by its name, loses a role on it. */
    public void revokeOnDomain(String domain, String user, String role) {
        var id = domainId(domain);
        granted.remove(new Role(id, account(id, user).orElseThrow().user.id(), roles.getOrDefault(role, "")));
    }

    private String domainId(String name) {
        return domains.values().stream()
                .filter(domain -> domain.name().equals(name))
                .map(Domain::id)
                .findFirst()
                .orElseThrow();
    }

    void deleteDomain(String id) {
        domains.remove(id);
        accounts.values().stream()
                .filter(account -> account.domain.equals(id))
                .map(account -> account.user.id())
                .toList()
                .forEach(this::deleteUser);
        granted.removeIf(role -> role.project().equals(id));
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
        var place = place(login);
        return place.flatMap(id -> account(login.project().isPresent() ? "" : id, login.user()))
                .filter(known -> known.enabled && known.password.equals(login.password()))
                .filter(known -> !held(known.user.id(), place.get()).isEmpty())
                .orElseThrow(() -> new IdentityRefused(IdentityRefused.UNAUTHORIZED, LOGIN))
                .user
                .id();
    }

    /** The id of the project or domain to work in, unless that is switched off. */
    private Optional<String> place(IdentityLogin login) {
        return login.project().isPresent()
                ? login.project()
                        .flatMap(name -> Optional.ofNullable(projects.get(name)))
                        .filter(IdentitySession.Project::enabled)
                        .map(IdentitySession.Project::id)
                : domains.values().stream()
                        .filter(domain -> domain.name().equals(login.domain()) && domain.enabled())
                        .map(Domain::id)
                        .findFirst();
    }

    /** Who has which role in a project, or on a domain. */
    List<Grant> grants(String place) {
        return granted.stream()
                .filter(role -> role.project().equals(place))
                .filter(role -> accounts.containsKey(role.user()))
                .map(role -> new Grant(role.user(), byId(role.user()).user.name(), role.role(), name(role.role())))
                .toList();
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
        return account("", name).orElseThrow();
    }

    /** @param domain the id of one; empty for that of operators and services */
    Optional<Account> account(String domain, String name) {
        return accounts.values().stream()
                .filter(account ->
                        account.domain.equals(domain) && account.user.name().equals(name))
                .findFirst();
    }
}
