package io.c5c3.infrastructure.identity;

import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Changes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keystones in memory, as far as the steps can tell the difference; for tests of whole pipelines and the rehearsal. */
public final class MemoryIdentity implements Identity, Interfered {

    /** The project of administrators, as bootstrap makes it. */
    static final String ADMIN = "admin";

    private final Map<String, MemoryKeystone> keystones = new TreeMap<>();
    private final Changes changes = new Changes();
    private boolean away;
    private int requests;

    /** While away, no Keystone answers. */
    public void away(boolean now) {
        away = now;
    }

    @Override
    public void interfere(MemoryCluster.Interference with) {
        changes.interfere(with);
    }

    @Override
    public Map<String, ?> snapshot() {
        var snapshot = new TreeMap<String, Object>();
        keystones.forEach((host, keystone) -> snapshot.put(host, keystone.snapshot()));
        return snapshot;
    }

    /** What was changed so far, without values. */
    public List<String> changes() {
        return changes.made();
    }

    /** How often a Keystone was asked something. */
    public int requests() {
        return requests;
    }

    /** The Keystone of this name. Like a real one, it has a region, roles and an administrator from the beginning. */
    public MemoryKeystone at(String host) {
        return keystones.computeIfAbsent(host, key -> new MemoryKeystone());
    }

    @Override
    public IdentitySession login(IdentityServer server, IdentityLogin login) throws IdentityFailure {
        request(server);
        var keystone = at(server.host());
        return login.project().filter(ADMIN::equals).isPresent()
                ? new MemorySession(this, server, keystone, keystone.administrator(login.password()))
                : new MemorySession(this, server, keystone, keystone.user(login));
    }

    @Override
    public void verify(IdentityServer server, CredentialKey key) throws IdentityFailure {
        request(server);
        at(server.host()).verify(key);
    }

    void request(IdentityServer server) throws IdentityFailure {
        requests++;
        if (away) {
            throw new IdentityUnavailable(server + " refused the connection");
        }
    }

    void change(String what, Runnable change) {
        changes.make(what, change);
    }
}
