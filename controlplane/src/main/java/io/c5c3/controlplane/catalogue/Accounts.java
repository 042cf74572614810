package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Outcome;
import io.c5c3.infrastructure.identity.CredentialKey;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The users of the services: one each, with its roles in their common project. */
record Accounts(Visit visit, IdentitySession administrator, Members members) {

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LATER = Duration.ofSeconds(30);

    /** Sees to a service's login; says so if a person has to. */
    Optional<Outcome> ensure(CatalogueEntry entry) throws IdentityFailure {
        var secret = LoginSecret.of(visit.work(), entry.secret(), known(entry));
        if (!secret.isOurs()) {
            return given(secret);
        }
        var login = new IdentityLogin(entry.user(), secret.value(LoginSecret.PASSWORD), Members.PROJECT);
        // A user who is there before we are may be somebody else's, whom wrong passwords could lock out.
        if (secret.value(LoginSecret.ID).isBlank()
                || !members.roles(entry.user()).equals(entry.roles())) {
            var user = owned(login);
            if (user.isEmpty()) {
                return Optional.of(taken(entry));
            }
            roles(user.get(), entry);
        }
        var session = visit.enter(login);
        if (session.isEmpty()) {
            return Optional.of(restored(login, entry));
        }
        new Credentials(visit, entry, session.get(), secret).ensure();
        return Optional.empty();
    }

    private Map<String, String> known(CatalogueEntry entry) {
        var known = new TreeMap<String, String>();
        known.put("auth_url", visit.door().url());
        known.put("username", entry.user());
        known.put("project_name", Members.PROJECT);
        known.put("user_domain_name", IdentityLogin.DOMAIN);
        known.put("project_domain_name", IdentityLogin.DOMAIN);
        known.put("region_name", visit.region());
        visit.door().server().authority().ifPresent(authority -> known.put(LoginSecret.AUTHORITY, authority));
        return known;
    }

    /** A person may bring an application credential of their own; it only has to work. */
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

    private Outcome taken(CatalogueEntry entry) {
        return Outcome.waiting(
                        "UserTaken",
                        "Keystone has a user " + entry.user()
                                + " that this plane did not make: delete it, or hand it over with openstack user set"
                                + " --property "
                                + visit.mark().property() + " " + entry.user() + ".")
                .retry(LATER);
    }

    /** The id of the user, who is made unless there; empty if the name belongs to somebody else. */
    private Optional<String> owned(IdentityLogin login) throws IdentityFailure {
        var mark = visit.mark();
        var there = administrator.user(login.user());
        if (there.isEmpty()) {
            return Optional.of(
                    administrator.createUser(login.user(), login.password(), members.project(), mark.marks()));
        }
        return there.filter(user -> mark.isOn(user.marks())).map(User::id);
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
        var user = owned(login);
        if (user.isEmpty()) {
            return taken(entry);
        }
        administrator.restoreUser(user.get(), login.password());
        return Outcome.waiting(
                        "UserRestored",
                        "Keystone did not let the user " + entry.user()
                                + " in; it has its password again, which counts from the next second.")
                .retry(SOON);
    }
}
