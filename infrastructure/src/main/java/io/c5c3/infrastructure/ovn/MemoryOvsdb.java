package io.c5c3.infrastructure.ovn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Changes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/** One virtual network in memory, as far as the steps can tell the difference; for tests of whole pipelines and the rehearsal. */
public final class MemoryOvsdb implements Ovsdb, Interfered {

    private static final String NB_CFG = "nb_cfg";
    private static final String TIMESTAMP = "nb_cfg_timestamp";

    private final Map<String, Map<String, List<ObjectNode>>> databases = new TreeMap<>();
    private final Set<String> silent = new TreeSet<>();
    private final Set<String> left = new TreeSet<>();
    private final Changes changes = new Changes();
    private final InstantSource clock;
    private boolean away;

    public MemoryOvsdb(InstantSource clock) {
        this.clock = clock;
        for (var database : List.of(Side.NORTHBOUND.database(), Side.SOUTHBOUND.database())) {
            var served = row("_Server", "Database")
                    .put("name", database)
                    .put("model", "clustered")
                    .put("connected", true)
                    .put("leader", true);
            served.putArray("cid")
                    .add("uuid")
                    .add(UUID.nameUUIDFromBytes(database.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                            .toString());
        }
        row(Side.NORTHBOUND.database(), "NB_Global").put(NB_CFG, 0).put(TIMESTAMP, 0);
        row(Side.SOUTHBOUND.database(), "SB_Global").put(NB_CFG, 0);
    }

    @Override
    public void interfere(MemoryCluster.Interference with) {
        changes.interfere(with);
    }

    /** Without the numbers that count how often somebody was asked for a sign of life. */
    @Override
    public Map<String, ?> snapshot() {
        var hosts = new TreeMap<String, String>();
        rows(Side.SOUTHBOUND.database(), "Chassis")
                .forEach(row -> hosts.put(
                        row.path("name").asText(), row.path("hostname").asText()));
        return Map.of("chassis", hosts);
    }

    /** What the steps changed so far. */
    public List<String> changes() {
        return changes.made();
    }

    /** While away, no server answers. */
    public void away(boolean now) {
        away = now;
    }

    /** The member at this address has left its cluster. */
    public void leave(String address) {
        left.add(address);
    }

    /** The switch of a node says this of itself, as it does among the words that are passed on. */
    public void passOn(String systemId, String words) {
        rows(Side.SOUTHBOUND.database(), "Chassis").stream()
                .filter(row -> systemId.equals(row.path("name").asText()))
                .forEach(row -> row.putArray(Heartbeat.SETTINGS)
                        .add("map")
                        .addArray()
                        .addArray()
                        .add("ovn-cms-options")
                        .add(words));
    }

    /** A controller has started on a node. */
    public void register(String systemId, String hostname) {
        silent.remove(systemId);
        if (!chassis().contains(systemId)) {
            row(Side.SOUTHBOUND.database(), "Chassis").put("name", systemId).put("hostname", hostname);
            row(Side.SOUTHBOUND.database(), "Chassis_Private")
                    .put("name", systemId)
                    .put(NB_CFG, 0)
                    .put(TIMESTAMP, 0);
        }
        beat();
    }

    /** A controller no longer answers. */
    public void silence(String systemId) {
        silent.add(systemId);
    }

    public Set<String> chassis() {
        return rows(Side.SOUTHBOUND.database(), "Chassis").stream()
                .map(row -> row.path("name").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<ObjectNode> rows(String database, String table) {
        return databases
                .computeIfAbsent(database, key -> new TreeMap<>())
                .computeIfAbsent(table, key -> new ArrayList<>());
    }

    private ObjectNode row(String database, String table) {
        var row = JsonNodeFactory.instance.objectNode();
        rows(database, table).add(row);
        return row;
    }

    @Override
    public List<List<OvsdbRow>> select(OvsdbServer server, String database, Query... queries) throws OvsdbFailure {
        enter(server);
        return Arrays.stream(queries)
                .map(query -> rows(database, query.table()).stream()
                        .filter(row -> found(query, row))
                        .filter(row -> !left.contains(server.address()) || !"_Server".equals(database))
                        .map(row -> new OvsdbRow(row.deepCopy()))
                        .toList())
                .toList();
    }

    @Override
    public void delete(OvsdbServer server, String database, Query... queries) throws OvsdbFailure {
        enter(server);
        // One transaction, as with a real server.
        changes.make("delete from " + database, () -> {
            for (var query : queries) {
                rows(database, query.table()).removeIf(row -> found(query, row));
            }
        });
    }

    @Override
    public void increment(OvsdbServer server, String database, String table, String column) throws OvsdbFailure {
        enter(server);
        changes.make("increment " + table + "." + column, () -> {
            rows(database, table)
                    .forEach(row ->
                            row.put(column, row.path(column).asLong() + 1).put(TIMESTAMP, now()));
            beat();
        });
    }

    /** What northd and the controllers do with a new number. */
    private void beat() {
        var number = rows(Side.NORTHBOUND.database(), "NB_Global")
                .getFirst()
                .path(NB_CFG)
                .asLong();
        rows(Side.SOUTHBOUND.database(), "SB_Global").forEach(row -> row.put(NB_CFG, number));
        rows(Side.SOUTHBOUND.database(), "Chassis_Private").stream()
                .filter(row -> !silent.contains(row.path("name").asText()))
                .filter(row -> row.path(NB_CFG).asLong() != number)
                .forEach(row -> row.put(NB_CFG, number).put(TIMESTAMP, now()));
    }

    private long now() {
        return clock.instant().toEpochMilli();
    }

    private static boolean found(Query query, ObjectNode row) {
        return query.match()
                .map(match -> match.value().equals(row.path(match.column()).asText()))
                .orElse(true);
    }

    private void enter(OvsdbServer server) throws OvsdbFailure {
        if (away) {
            throw new OvsdbFailure(server + " cannot be reached: Connection refused");
        }
    }
}
