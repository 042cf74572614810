package io.c5c3.infrastructure.identity;

import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The domains of a Keystone in memory, for its administrator. */
record MemoryDomains(MemoryIdentity identity, MemorySession session) implements IdentityDomains {

    private MemoryKeystone keystone() throws IdentityFailure {
        return session.administered();
    }

    @Override
    public List<Domain> all() throws IdentityFailure {
        return List.copyOf(keystone().domains.values());
    }

    @Override
    public String create(Domain wanted) throws IdentityFailure {
        var there = keystone();
        MemorySession.refuse(
                there.domains.values().stream().anyMatch(known -> known.name().equals(wanted.name())),
                IdentityRefused.CONFLICT,
                "POST domain");
        var id = MemoryKeystone.newId("domain");
        identity.change("create domain " + wanted.name(), () -> there.domains.put(id, wanted.identified(id)));
        return id;
    }

    @Override
    public void update(Domain wanted) throws IdentityFailure {
        var there = keystone();
        MemorySession.refuse(!there.domains.containsKey(wanted.id()), IdentityRefused.NOT_FOUND, "PATCH domain");
        identity.change("update domain " + wanted.name(), () -> there.domains.put(wanted.id(), wanted));
    }

    /** In two steps, as with a real one. */
    @Override
    public void delete(String id) throws IdentityFailure {
        var there = keystone();
        var domain = there.domains.get(id);
        if (domain != null) {
            identity.change("disable domain " + domain.name(), () -> there.disableDomain(domain.name()));
            identity.change("delete domain " + domain.name(), () -> there.deleteDomain(id));
        }
    }

    @Override
    public List<Grant> grants(String domain) throws IdentityFailure {
        return keystone().grants(domain);
    }

    @Override
    public void grant(String domain, String user, String role) throws IdentityFailure {
        session.grant(domain, user, role);
    }

    @Override
    public void revoke(String domain, String user, String role) throws IdentityFailure {
        session.revoke(domain, user, role);
    }

    @Override
    public Optional<User> user(String domain, String name) throws IdentityFailure {
        return keystone().account(domain, name).map(account -> account.user);
    }

    @Override
    public String createUser(String domain, String name, String password, Map<String, String> marks)
            throws IdentityFailure {
        var there = keystone();
        MemorySession.refuse(!there.domains.containsKey(domain), IdentityRefused.NOT_FOUND, "POST user");
        MemorySession.refuse(there.account(domain, name).isPresent(), IdentityRefused.CONFLICT, "POST user");
        identity.change("create user " + name, () -> there.putUser(domain, name, password, marks));
        return user(domain, name).orElseThrow().id();
    }
}
