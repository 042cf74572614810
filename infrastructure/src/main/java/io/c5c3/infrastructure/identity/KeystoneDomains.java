package io.c5c3.infrastructure.identity;

import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import io.c5c3.infrastructure.identity.IdentitySession.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The domains of a real Keystone: which request means what. */
record KeystoneDomains(KeystoneCaller keystone) implements IdentityDomains {

    private static final String PATH = "/v3/domains";

    @Override
    public List<Domain> all() throws IdentityFailure {
        return keystone.list(PATH, "domains").stream().map(KeystoneJson::domain).toList();
    }

    @Override
    public String create(Domain wanted) throws IdentityFailure {
        return keystone.create(PATH, "domain", KeystoneJson.fields(wanted));
    }

    @Override
    public void update(Domain wanted) throws IdentityFailure {
        keystone.update(PATH + "/" + wanted.id(), "domain", KeystoneJson.fields(wanted));
    }

    /** Keystone deletes none that somebody could still log in to. */
    @Override
    public void delete(String id) throws IdentityFailure {
        try {
            keystone.update(PATH + "/" + id, "domain", Map.of("enabled", false));
        } catch (IdentityRefused e) {
            if (e.isMissing()) {
                return;
            }
            throw e;
        }
        keystone.delete(PATH + "/" + id);
    }

    @Override
    public List<Grant> grants(String domain) throws IdentityFailure {
        return keystone.grants("domain", domain, domain);
    }

    @Override
    public void grant(String domain, String user, String role) throws IdentityFailure {
        keystone.put(grantPath(domain, user, role));
    }

    @Override
    public void revoke(String domain, String user, String role) throws IdentityFailure {
        keystone.delete(grantPath(domain, user, role));
    }

    private static String grantPath(String domain, String user, String role) {
        return PATH + "/" + domain + "/users/" + user + "/roles/" + role;
    }

    @Override
    public Optional<User> user(String domain, String name) throws IdentityFailure {
        return keystone.user(domain, name);
    }

    @Override
    public String createUser(String domain, String name, String password, Map<String, String> marks)
            throws IdentityFailure {
        return keystone.create("/v3/users", "user", KeystoneJson.program(domain, name, password, marks));
    }
}
