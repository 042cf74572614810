package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ.QueueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Servers in memory, as far as the steps can tell the difference; for tests of whole pipelines and the rehearsal. */
public final class MemoryBroker implements Broker {

    private final Map<String, Server> servers = new TreeMap<>();
    private final List<String> changes = new ArrayList<>();
    private final Set<String> lost = new TreeSet<>();
    private boolean away;

    private static final class Server {
        private final Map<String, String> passwords = new TreeMap<>();
        private final Set<String> vhosts = new TreeSet<>();
        private final Map<String, Set<String>> permissions = new TreeMap<>();
    }

    /** While away, no server answers. */
    public void away(boolean now) {
        away = now;
    }

    /** This server is not in the cluster until it is found again. */
    public void lose(String server) {
        lost.add(server);
    }

    public void find(String server) {
        lost.remove(server);
    }

    /** What was changed so far, without values. */
    public List<String> changes() {
        return List.copyOf(changes);
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
        if (!server.vhosts.contains(vhost)
                || !server.permissions.getOrDefault(user.user(), Set.of()).contains(vhost)) {
            throw BrokerRefused.noSuchVhost();
        }
    }

    @Override
    public void ensureVhost(BrokerLogin admin, String vhost, QueueType queues) throws BrokerFailure {
        if (enter(admin).vhosts.add(vhost)) {
            changes.add("create vhost " + vhost + " with " + queues + " queues");
        }
    }

    @Override
    public void ensureUser(BrokerLogin admin, String user, String password, String vhost) throws BrokerFailure {
        var server = enter(admin);
        if (!password.equals(server.passwords.put(user, password))) {
            changes.add("set password of " + user);
        }
        if (server.permissions.computeIfAbsent(user, key -> new TreeSet<>()).add(vhost)) {
            changes.add("permit " + vhost + " to " + user);
        }
    }

    @Override
    public void changePassword(BrokerLogin admin, String password) throws BrokerFailure {
        enter(admin).passwords.put(admin.user(), password);
        changes.add("set password of " + admin.user());
    }

    @Override
    public void deleteVhost(BrokerLogin admin, String vhost) throws BrokerFailure {
        var server = enter(admin);
        server.permissions.values().forEach(vhosts -> vhosts.remove(vhost));
        if (server.vhosts.remove(vhost)) {
            changes.add("delete vhost " + vhost);
        }
    }

    @Override
    public void deleteUser(BrokerLogin admin, String user) throws BrokerFailure {
        var server = enter(admin);
        server.permissions.remove(user);
        if (server.passwords.remove(user) != null) {
            changes.add("delete user " + user);
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
