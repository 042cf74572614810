package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Outcome;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The users of the services: one each, with its roles in their common project. */
record Accounts(Visit visit, IdentitySession administrator, Members members, Domains domains) {

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(30);

    /** Sees to a service's login; says so if a person has to. */
    Optional<Outcome> ensure(CatalogueEntry entry) throws IdentityFailure {
        var secret = LoginSecret.of(visit.work(), entry.secret(), known(entry), passwords(entry));
        if (!secret.isOurs()) {
            return given(secret);
        }
        var login = new IdentityLogin(entry.user(), secret.value(LoginSecret.PASSWORD), Members.PROJECT);
        // A user who is there before we are may be somebody else's, whom wrong passwords could lock out.
        if (secret.value(LoginSecret.ID).isBlank()
                || !members.roles(entry.user()).equals(entry.roles())) {
            var there = found(entry);
            var problem = taken(entry, there);
            if (problem.isPresent()) {
                return problem;
            }
            roles(owned(login, there), entry);
        }
        var session = visit.enter(login);
        if (session.isEmpty()) {
            return Optional.of(restored(login, entry));
        }
        new Credentials(visit, entry, session.get(), secret).ensure();
        return domains.ensure(entry, secret);
    }

    private static List<String> passwords(CatalogueEntry entry) {
        return entry.domain() == null
                ? List.of(LoginSecret.PASSWORD)
                : List.of(LoginSecret.PASSWORD, LoginSecret.DOMAIN_PASSWORD);
    }

    private Map<String, String> known(CatalogueEntry entry) {
        var known = new TreeMap<String, String>();
        known.put("auth_url", visit.door().url());
        known.put("username", entry.user());
        known.put("project_name", Members.PROJECT);
        known.put("user_domain_name", IdentityLogin.DOMAIN);
        known.put("project_domain_name", IdentityLogin.DOMAIN);
        known.put("region_name", visit.region());
        var domain = entry.domain();
        if (domain != null) {
            known.put("domain_name", domain.name());
            known.put("domain_admin", domain.administrator());
        }
        visit.door().server().authority().ifPresent(authority -> known.put(LoginSecret.AUTHORITY, authority));
        return known;
    }

    /** A person may bring an application credential of their own; it only has to work. So has the domain, of which we know no password. */
    private Optional<Outcome> given(LoginSecret secret) throws IdentityFailure {
        var key = new CredentialKey(secret.value(LoginSecret.ID), secret.value(LoginSecret.SECRET));
        if (!key.id().isBlank() && !key.secret().isBlank() && visit.opens(key)) {
            return Optional.empty();
        }
        return Optional.of(Outcome.waiting(
                        "CredentialsRefused",
                        secret.ref() + " was not made by this plane, and Keystone does not accept the " + LoginSecret.ID
                                + " and " + LoginSecret.SECRET
                                + " in it: mend them, or delete the Secret and a new one is made.")
                .on(secret.ref())
                .retry(LATER));
    }

    /** The user of this name; none if there is none yet. */
    private Optional<User> found(CatalogueEntry entry) throws IdentityFailure {
        return administrator.user(entry.user());
    }

    /** Who the name belongs to, if that is somebody else. */
    private Optional<Outcome> taken(CatalogueEntry entry, Optional<User> there) {
        return there.flatMap(user -> visit.mark().obstacleToUser(entry.user(), user.marks()));
    }

    /** The id of the user, who is made unless there, and is given our mark if a person has handed it over. */
    private String owned(IdentityLogin login, Optional<User> there) throws IdentityFailure {
        var mark = visit.mark();
        if (there.isEmpty()) {
            return administrator.createUser(login.user(), login.password(), members.project(), mark.marks());
        }
        var user = there.get();
        if (!mark.isOn(user.marks())) {
            administrator.markUser(user.id(), mark.marks());
        }
        return user.id();
    }

    /** Exactly these: the user is ours, and so are its roles. */
    private void roles(String user, CatalogueEntry entry) throws IdentityFailure {
        var held = members.roles(entry.user());
        for (var role : entry.roles()) {
            if (!held.contains(role)) {
                administrator.grant(members.project(), user, administrator.ensureRole(role));
            }
        }
        for (var grant : members.of(entry.user())) {
            if (!entry.roles().contains(grant.roleName())) {
                administrator.revoke(members.project(), user, grant.role());
            }
        }
    }

    /** One of ours whom its password does not let in gets it again. */
    private Outcome restored(IdentityLogin login, CatalogueEntry entry) throws IdentityFailure {
        var there = found(entry);
        var problem = taken(entry, there);
        if (problem.isPresent()) {
            return problem.get();
        }
        administrator.restoreUser(owned(login, there), login.password());
        return restored(entry.user());
    }

    static Outcome restored(String user) {
        return Outcome.waiting(
                        "UserRestored",
                        "Keystone did not let the user " + user
                                + " in; it has its password again, which counts from the next second.")
                .retry(SOON);
    }
}
