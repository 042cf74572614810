package io.c5c3.infrastructure.sql;

import io.c5c3.engine.Records;
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
public final class MemorySql implements Sql, Interfered, Resident {

    private static final String ROOT = "root";

    private final Map<String, Server> servers = new TreeMap<>();
    private final Changes changes = new Changes();
    private final Set<String> connected = new TreeSet<>();
    private final Set<String> refused = new TreeSet<>();
    private boolean away;

    private final class Server {
        private final MemoryRecords<SqlFailure> records = new MemoryRecords<>(changes);
        private final Map<String, String> passwords = new TreeMap<>();
        private final Set<String> databases = new TreeSet<>();
        private final Map<String, Set<String>> grants = new TreeMap<>();
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
                        "databases", List.copyOf(server.databases),
                        "passwords", Map.copyOf(server.passwords),
                        "grants", Map.copyOf(server.grants),
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

    /** All servers are gone with their data; who comes to their address next finds a new one. */
    public void forgetServers() {
        servers.clear();
    }

    /** As the script of the pods has it: an empty volume is an empty server, and at every other start root gets the password of the Secret. */
    @Override
    public void starts(Start start) {
        for (var address : start.addresses()) {
            if (start.anew()) {
                servers.remove(address);
            } else if (servers.containsKey(address) && start.secrets().containsKey("root")) {
                server(address)
                        .passwords
                        .put(
                                ROOT,
                                start.secrets()
                                        .get("root")
                                        .getOrDefault("password", "")
                                        .strip());
            }
        }
    }

    /** What was changed so far, without values. */
    public List<String> changes() {
        return changes.made();
    }

    public Set<String> databases(String host) {
        return Set.copyOf(server(host).databases);
    }

    public Set<String> users(String host) {
        var users = new TreeSet<>(server(host).passwords.keySet());
        users.remove(ROOT);
        return users;
    }

    /** A server that somebody else set up. */
    public void given(String host, String user, String password, String database) {
        var server = server(host);
        server.passwords.put(user, password);
        server.databases.add(database);
        server.grants.computeIfAbsent(user, key -> new TreeSet<>()).add(database);
    }

    /** Who made what, as the server has it written down. */
    public Map<String, String> records(String host) {
        return server(host).records.all();
    }

    @Override
    public Records<SqlFailure> records(SqlLogin root) throws SqlFailure {
        return enter(root).records;
    }

    @Override
    public boolean hasUser(SqlLogin root, String user) throws SqlFailure {
        return enter(root).passwords.containsKey(user);
    }

    @Override
    public boolean isConnected(SqlLogin root, String user) throws SqlFailure {
        enter(root);
        return connected.contains(user);
    }

    @Override
    public String version(SqlLogin login) throws SqlFailure {
        enter(login);
        return "11.8.0-MariaDB-memory";
    }

    @Override
    public void verify(SqlLogin user, String database) throws SqlFailure {
        var server = enter(user);
        if (refused.contains(user.user())
                || !server.grants.getOrDefault(user.user(), Set.of()).contains(database)) {
            throw SqlRefused.noAccess();
        }
        if (!server.databases.contains(database)) {
            throw SqlRefused.noSuchDatabase();
        }
    }

    /** What somebody with the right to do so did by hand. */
    public void lose(String database) {
        servers.values().forEach(server -> server.databases.remove(database));
    }

    @Override
    public boolean hasDatabase(SqlLogin root, String database) throws SqlFailure {
        return enter(root).databases.contains(database);
    }

    @Override
    public void ensureDatabase(SqlLogin root, String database) throws SqlFailure {
        var server = enter(root);
        if (!server.databases.contains(database)) {
            changes.make("create database " + database, () -> server.databases.add(database));
        }
    }

    @Override
    public void ensureUser(SqlLogin root, String user, String password, String database) throws SqlFailure {
        var server = enter(root);
        if (!password.equals(server.passwords.get(user))) {
            changes.make("set password of " + user, () -> server.passwords.put(user, password));
        }
        var grants = server.grants.computeIfAbsent(user, key -> new TreeSet<>());
        if (!grants.contains(database)) {
            changes.make("grant " + database + " to " + user, () -> grants.add(database));
        }
    }

    @Override
    public void changeRootPassword(SqlLogin root, String password) throws SqlFailure {
        var server = enter(root);
        changes.make("set password of " + root.user(), () -> server.passwords.put(root.user(), password));
    }

    @Override
    public void dropDatabase(SqlLogin root, String database) throws SqlFailure {
        var server = enter(root);
        if (server.databases.contains(database)) {
            changes.make("drop database " + database, () -> server.databases.remove(database));
        }
    }

    @Override
    public void dropUser(SqlLogin root, String user) throws SqlFailure {
        var server = enter(root);
        if (server.passwords.containsKey(user)) {
            changes.make("drop user " + user, () -> {
                server.grants.remove(user);
                server.passwords.remove(user);
            });
        }
    }

    private Server enter(SqlLogin login) throws SqlFailure {
        if (away) {
            throw new SqlUnavailable(login.host() + ":" + login.port() + " refused the connection");
        }
        var server = server(login.host());
        // Like a real server on an empty volume, it takes root's password from whoever brings it first.
        if (login.user().equals(ROOT)) {
            server.passwords.putIfAbsent(ROOT, login.password());
        }
        if (!login.password().equals(server.passwords.get(login.user()))) {
            throw SqlRefused.wrongPassword();
        }
        return server;
    }

    private Server server(String host) {
        return servers.computeIfAbsent(host, key -> new Server());
    }
}
