package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ.QueueType;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Records;
import io.c5c3.engine.Thing;
import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Changes;
import io.c5c3.engine.simulation.MemoryRecords;
import io.c5c3.engine.simulation.Resident;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Servers in memory, as far as the steps can tell the difference; for tests of whole pipelines and the rehearsal. */
public final class MemoryBroker implements Broker, Interfered, Resident {

    private final Map<String, Server> servers = new TreeMap<>();
    private final Changes changes = new Changes();
    private final Set<String> lost = new TreeSet<>();
    private final Set<String> connected = new TreeSet<>();
    private final Set<String> refused = new TreeSet<>();
    private boolean away;

    private final class Server {
        private final MemoryRecords<BrokerFailure> records = new MemoryRecords<>(changes);
        private final Map<String, String> passwords = new TreeMap<>();
        private final Set<String> vhosts = new TreeSet<>();
        private final Map<String, Set<String>> permissions = new TreeMap<>();
    }

    @Override
    public void interfere(MemoryCluster.Interference with) {
        changes.interfere(with);
    }

    @Override
    public Map<String, ?> snapshot() {
        var snapshot = new TreeMap<String, Object>();
        servers.forEach((host, server) -> snapshot.put(
                host,
                Map.of(
                        "vhosts", List.copyOf(server.vhosts),
                        "passwords", Map.copyOf(server.passwords),
                        "permissions", Map.copyOf(server.permissions),
                        "records", server.records.all())));
        return snapshot;
    }

    /** While away, no server answers. */
    public void away(boolean now) {
        away = now;
    }

    /** From now on somebody is in as this user, or nobody. */
    public void connect(String user, boolean now) {
        if (now) {
            connected.add(user);
        } else {
            connected.remove(user);
        }
    }

    /** From now on the servers let this user in to nothing, whoever says it may, or do so again. */
    public void refuse(String user, boolean now) {
        if (now) {
            refused.add(user);
        } else {
            refused.remove(user);
        }
    }

    /** This server is not in the cluster until it is found again. */
    public void lose(String server) {
        lost.add(server);
    }

    public void find(String server) {
        lost.remove(server);
    }

    /** As the script of the pods has it: empty volumes are empty servers, and at every other start they get the password of the Secret. */
    @Override
    public void starts(Start start) {
        for (var address : start.addresses()) {
            if (start.anew()) {
                servers.remove(address);
            } else if (servers.containsKey(address) && start.secrets().containsKey("admin")) {
                server(address)
                        .passwords
                        .put(
                                AdminLogin.USER,
                                start.secrets()
                                        .get("admin")
                                        .getOrDefault("password", "")
                                        .strip());
            }
        }
    }

    /** What was changed so far, without values. */
    public List<String> changes() {
        return changes.made();
    }

    public Set<String> vhosts(String host) {
        return Set.copyOf(server(host).vhosts);
    }

    public Set<String> users(String host) {
        var users = new TreeSet<>(server(host).passwords.keySet());
        users.remove(AdminLogin.USER);
        return users;
    }

    /** A server that somebody else set up. */
    public void given(String host, String user, String password, String vhost) {
        var server = server(host);
        server.passwords.put(user, password);
        server.vhosts.add(vhost);
        server.permissions.computeIfAbsent(user, key -> new TreeSet<>()).add(vhost);
    }

    /** A virtual host that another operator made. */
    public void given(String host, String vhost, Owner owner) {
        var server = server(host);
        server.vhosts.add(vhost);
        server.records.record(new Thing("vhost", vhost), owner);
    }

    /** Who made what, as the servers have it written down. */
    public Map<String, String> records(String host) {
        return server(host).records.all();
    }

    @Override
    public Records<BrokerFailure> records(BrokerLogin admin) throws BrokerFailure {
        return enter(admin).records;
    }

    @Override
    public boolean hasVhost(BrokerLogin admin, String vhost) throws BrokerFailure {
        return enter(admin).vhosts.contains(vhost);
    }

    @Override
    public boolean hasUser(BrokerLogin admin, String user) throws BrokerFailure {
        return enter(admin).passwords.containsKey(user);
    }

    @Override
    public String version(BrokerLogin admin) throws BrokerFailure {
        enter(admin);
        return "4.0.0-memory";
    }

    @Override
    public Set<String> absent(BrokerLogin admin, Set<String> servers) throws BrokerFailure {
        enter(admin);
        var absent = new TreeSet<>(servers);
        absent.retainAll(lost);
        return absent;
    }

    @Override
    public void verify(BrokerLogin user, String vhost) throws BrokerFailure {
        var server = enter(user);
        if (refused.contains(user.user())
                || !server.vhosts.contains(vhost)
                || !server.permissions.getOrDefault(user.user(), Set.of()).contains(vhost)) {
            throw BrokerRefused.noSuchVhost();
        }
    }

    @Override
    public boolean isConnected(BrokerLogin admin, String user) throws BrokerFailure {
        enter(admin);
        return connected.contains(user);
    }

    @Override
    public void ensureVhost(BrokerLogin admin, String vhost, QueueType queues) throws BrokerFailure {
        var server = enter(admin);
        if (!server.vhosts.contains(vhost)) {
            changes.make("create vhost " + vhost + " with " + queues + " queues", () -> server.vhosts.add(vhost));
        }
    }

    @Override
    public void ensureUser(BrokerLogin admin, String user, String password, String vhost) throws BrokerFailure {
        var server = enter(admin);
        if (!password.equals(server.passwords.get(user))) {
            changes.make("set password of " + user, () -> server.passwords.put(user, password));
        }
        var permissions = server.permissions.computeIfAbsent(user, key -> new TreeSet<>());
        if (!permissions.contains(vhost)) {
            changes.make("permit " + vhost + " to " + user, () -> permissions.add(vhost));
        }
    }

    @Override
    public void changePassword(BrokerLogin admin, String password) throws BrokerFailure {
        var server = enter(admin);
        changes.make("set password of " + admin.user(), () -> server.passwords.put(admin.user(), password));
    }

    @Override
    public void deleteVhost(BrokerLogin admin, String vhost) throws BrokerFailure {
        var server = enter(admin);
        if (server.vhosts.contains(vhost)) {
            changes.make("delete vhost " + vhost, () -> {
                server.permissions.values().forEach(vhosts -> vhosts.remove(vhost));
                server.vhosts.remove(vhost);
            });
        }
    }

    @Override
    public void deleteUser(BrokerLogin admin, String user) throws BrokerFailure {
        var server = enter(admin);
        if (server.passwords.containsKey(user)) {
            changes.make("delete user " + user, () -> {
                server.permissions.remove(user);
                server.passwords.remove(user);
            });
        }
    }

    private Server enter(BrokerLogin login) throws BrokerFailure {
        if (away) {
            throw new BrokerUnavailable(login.host() + ":" + login.port() + " refused the connection");
        }
        var server = server(login.host());
        // Like a real server on an empty volume, it takes the administrator's password from whoever brings it first.
        if (login.user().equals(AdminLogin.USER)) {
            server.passwords.putIfAbsent(AdminLogin.USER, login.password());
        }
        if (!login.password().equals(server.passwords.get(login.user()))) {
            throw BrokerRefused.wrongPassword();
        }
        return server;
    }

    private Server server(String host) {
        return servers.computeIfAbsent(host, key -> new Server());
    }
}
