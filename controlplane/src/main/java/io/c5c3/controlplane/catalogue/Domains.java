package io.c5c3.controlplane.catalogue;

import io.c5c3.api.catalogue.Role;
import io.c5c3.api.catalogue.UserDomain;
import io.c5c3.engine.Outcome;
import io.c5c3.infrastructure.identity.IdentityDomains.Domain;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityLogin;
import io.c5c3.infrastructure.identity.IdentitySession;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The domains in which services make users by themselves, each with an administrator who rules there and nowhere else. Read once, and brought
 * to what the plane wants.
 *
 * @param entries the services of the plane
 * @param there all domains that Keystone has
 */
record Domains(Visit visit, IdentitySession keystone, List<CatalogueEntry> entries, List<Domain> there) {

    private static final Set<String> RULES = Set.of(Role.admin.name());

    static Domains read(Visit visit, IdentitySession keystone, List<CatalogueEntry> entries) throws IdentityFailure {
        return new Domains(visit, keystone, entries, keystone.domains().all());
    }

    /** Sees to a service's domain, if it has one; says so if a person has to. */
    Optional<Outcome> ensure(CatalogueEntry entry, LoginSecret secret) throws IdentityFailure {
        var wanted = entry.domain();
        if (wanted == null) {
            return Optional.empty();
        }
        var found = there.stream()
                .filter(domain -> isOf(entry, domain))
                .min(Comparator.comparing(domain -> !domain.name().equals(wanted.name())));
        var problem = found.flatMap(domain -> visit.mark().obstacleToDomain(wanted.name(), domain.description()));
        if (problem.isPresent()) {
            return problem;
        }
        for (var role : wanted.roles()) {
            keystone.ensureRole(role);
        }
        var id = owned(entry, wanted, found.orElse(null));
        return administered(id, wanted, secret.value(LoginSecret.DOMAIN_PASSWORD));
    }

    /** It remembers the user of its service, who acts for the users that have things in it. */
    private String owned(CatalogueEntry entry, UserDomain wanted, @Nullable Domain found) throws IdentityFailure {
        var domain = new Domain(
                found == null ? "" : found.id(), wanted.name(), visit.mark().description(entry.user()), true);
        if (found == null) {
            return keystone.domains().create(domain);
        }
        if (!found.equals(domain)) {
            keystone.domains().update(domain);
        }
        return found.id();
    }

    private Optional<Outcome> administered(String domain, UserDomain wanted, String password) throws IdentityFailure {
        var name = wanted.administrator();
        var user = keystone.domains().user(domain, name);
        var problem = user.flatMap(found -> visit.mark().obstacleToUser(name, found.marks()));
        if (problem.isPresent()) {
            return problem;
        }
        var mark = visit.mark();
        if (user.isEmpty()) {
            rules(domain, keystone.domains().createUser(domain, name, password, mark.marks()));
        } else {
            if (!mark.isOn(user.get().marks())) {
                keystone.markUser(user.get().id(), mark.marks());
            }
            rules(domain, user.get().id());
        }
        if (user.isEmpty()
                || visit.enter(IdentityLogin.over(wanted.name(), name, password))
                        .isPresent()) {
            return Optional.empty();
        }
        keystone.restoreUser(user.get().id(), password);
        return Optional.of(Accounts.restored(name));
    }

    /** Exactly these: the user is ours, and so are its roles. */
    private void rules(String domain, String user) throws IdentityFailure {
        var held = keystone.domains().grants(domain).stream()
                .filter(grant -> grant.user().equals(user))
                .toList();
        for (var role : RULES) {
            if (held.stream().noneMatch(grant -> grant.roleName().equals(role))) {
                keystone.domains().grant(domain, user, keystone.ensureRole(role));
            }
        }
        for (var grant : held) {
            if (!RULES.contains(grant.roleName())) {
                keystone.domains().revoke(domain, user, grant.role());
            }
        }
    }

    /** By its name, and by our mark, in case somebody renamed it. */
    private boolean isOf(CatalogueEntry entry, Domain domain) {
        var wanted = entry.domain();
        return wanted != null
                && (domain.name().equals(wanted.name())
                        || (visit.mark().isIn(domain.description())
                                && user(domain).equals(entry.user())));
    }

    /** Ours, and of no service that is still there. */
    private List<Domain> unwanted() {
        return there.stream()
                .filter(domain -> visit.mark().isIn(domain.description())
                        && entries.stream().noneMatch(entry -> isOf(entry, domain)))
                .toList();
    }

    /** The users of services that are gone and whose domains are kept: what they may do for others is kept with them. */
    Set<String> keepers() {
        return unwanted().stream().map(Domains::user).collect(Collectors.toUnmodifiableSet());
    }

    private static String user(Domain domain) {
        return Mark.user(Mark.in(domain.description()));
    }

    void remove() throws IdentityFailure {
        for (var domain : unwanted()) {
            keystone.domains().delete(domain.id());
        }
    }
}
