package io.c5c3.infrastructure.ceph.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.Records;
import io.c5c3.infrastructure.ceph.Ceph;
import io.c5c3.infrastructure.ceph.CephFailure;
import io.c5c3.infrastructure.ceph.CephKey;
import io.c5c3.infrastructure.ceph.CephLogin;
import io.c5c3.infrastructure.ceph.CephPool;
import io.c5c3.infrastructure.ceph.CephRefused;
import io.c5c3.infrastructure.ceph.CephReport;
import io.c5c3.infrastructure.ceph.CephUser;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** A real cluster, by way of its monitors. */
public final class MonitorCeph implements Ceph {

    @Override
    public CephReport report(CephLogin login) throws CephFailure {
        try (var session = MonitorSession.open(login)) {
            return Reports.of(session.ask("status"), session.ask("df"), session.ask("version"));
        }
    }

    @Override
    public Records<CephFailure> records(CephLogin admin) {
        return new OwnerKeys(admin);
    }

    @Override
    public boolean hasPool(CephLogin admin, String pool) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            return pools(session).containsKey(pool);
        }
    }

    @Override
    public boolean hasUser(CephLogin admin, String user) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            return find(session, Map.of("entity", user)).isPresent();
        }
    }

    @Override
    public void ensurePools(CephLogin admin, List<CephPool> pools) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var there = pools(session);
            for (var pool : pools) {
                var found = Optional.ofNullable(there.get(pool.name()));
                if (found.isEmpty()) {
                    create(session, pool);
                } else {
                    resize(session, pool, found.get());
                }
                if (found.filter(known -> known.path("application_metadata").has("rbd"))
                        .isEmpty()) {
                    session.ask("osd pool application enable", Map.of("pool", pool.name(), "app", "rbd"));
                }
            }
        }
    }

    private static Map<String, JsonNode> pools(MonitorSession session) throws CephFailure {
        var pools = new HashMap<String, JsonNode>();
        session.ask("osd pool ls", Map.of("detail", "detail"))
                .forEach(pool -> pools.put(pool.path("pool_name").asText(), pool));
        return pools;
    }

    private static void create(MonitorSession session, CephPool pool) throws CephFailure {
        var fields = new HashMap<String, Object>(Map.of("pool", pool.name(), "pool_type", "replicated"));
        pool.placementGroups().ifPresent(count -> fields.put("pg_num", count));
        pool.copies().ifPresent(copies -> fields.put("size", copies));
        session.ask("osd pool create", fields);
    }

    private static void resize(MonitorSession session, CephPool pool, JsonNode found) throws CephFailure {
        var copies = found.path("size").asInt();
        var enough = found.path("min_size").asInt();
        var wanted = pool.copies().orElse(copies);
        if (wanted != copies) {
            set(session, pool, "size", String.valueOf(wanted));
            if (pool.tended() && wanted > copies) {
                // The cluster asks for more at once, and who uses the pool would wait until they are made.
                set(session, pool, "min_size", String.valueOf(enough));
            }
        }
        // A single copy shares nothing with anybody, and need not be moved for that.
        if (pool.tended() && wanted > 1) {
            Spread.of(session)
                    .tend(session, pool, wanted, found.path("crush_rule").asInt());
            if (wanted == copies && enough < CephPool.enough(copies) && isClean(session)) {
                set(session, pool, "min_size", String.valueOf(CephPool.enough(copies)));
            }
        }
    }

    static void set(MonitorSession session, CephPool pool, String what, String value) throws CephFailure {
        session.ask(
                "osd pool set", Map.of("pool", pool.name(), "var", what, "val", value, "yes_i_really_mean_it", true));
    }

    /** Whether every copy of everything is where it shall be. */
    private static boolean isClean(MonitorSession session) throws CephFailure {
        var groups = session.ask("status").at("/pgmap/pgs_by_state");
        return !groups.isEmpty()
                && StreamSupport.stream(groups.spliterator(), false)
                        .allMatch(state -> state.path("state_name").asText().startsWith("active+clean"));
    }

    @Override
    public SortedMap<String, CephKey> ensureUsers(CephLogin admin, List<CephUser> users) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var keys = new TreeMap<String, CephKey>();
            for (var user : users) {
                keys.put(user.name(), ensure(session, user));
            }
            return keys;
        }
    }

    /** The cluster makes the key; a user that is there keeps its own, since somebody may be using it. */
    private static CephKey ensure(MonitorSession session, CephUser user) throws CephFailure {
        var name = Map.of("entity", user.name());
        var caps = new ArrayList<String>();
        user.caps().forEach((service, cap) -> caps.addAll(List.of(service, cap)));
        var there = find(session, name);
        if (there.isEmpty()) {
            return key(session.ask("auth get-or-create", Map.of("entity", user.name(), "caps", caps)));
        }
        var held = new TreeMap<String, String>();
        there.get()
                .path(0)
                .path("caps")
                .properties()
                .forEach(cap -> held.put(cap.getKey(), cap.getValue().asText()));
        if (!held.equals(user.caps())) {
            session.ask("auth caps", Map.of("entity", user.name(), "caps", caps));
        }
        return key(there.get());
    }

    private static Optional<JsonNode> find(MonitorSession session, Map<String, String> name) throws CephFailure {
        try {
            return Optional.of(session.ask("auth get", name));
        } catch (CephRefused e) {
            if (e.isAbsent()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static CephKey key(JsonNode users) {
        return new CephKey(users.path(0).path("key").asText());
    }

    @Override
    public void ensureDisk(CephLogin admin, int number, String uuid) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var known = StreamSupport.stream(
                            session.ask("osd dump").path("osds").spliterator(), false)
                    .anyMatch(osd -> osd.path("osd").asInt() == number
                            && uuid.equals(osd.path("uuid").asText()));
            if (!known) {
                session.ask("osd new", Map.of("uuid", uuid, "id", number));
            }
        }
    }

    /** A manager that has just begun knows of no group, and then none counts as stuck; the cluster gives them a minute to be found. */
    @Override
    public int beginLostGroups(CephLogin admin) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var stuck = session.ask("pg dump_stuck", Map.of("stuckops", List.of("stale", "inactive")))
                    .path("stuck_pg_stats");
            for (var group : stuck) {
                session.ask(
                        "osd force-create-pg",
                        Map.of("pgid", group.path("pgid").asText(), "yes_i_really_mean_it", true));
            }
            return stuck.size();
        }
    }

    /** A group may be active and still know of a piece that only a disk has that is away: it counts that as not found. */
    @Override
    public boolean spares(CephLogin admin, int disk) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var away = StreamSupport.stream(session.ask("osd dump").path("osds").spliterator(), false)
                    .anyMatch(osd ->
                            osd.path("osd").asInt() == disk && osd.path("up").asInt() == 0);
            var status = session.ask("status");
            var groups = status.at("/pgmap/pgs_by_state");
            return away
                    && status.at("/mgrmap/available").asBoolean()
                    && status.at("/pgmap/unfound_objects").asLong() == 0
                    && !groups.isEmpty()
                    && StreamSupport.stream(groups.spliterator(), false)
                            .map(state -> state.path("state_name").asText())
                            .allMatch(state -> state.startsWith("active") && !state.contains("unfound"));
        }
    }

    @Override
    public void mute(CephLogin admin, String check) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var muted = Reports.mutes(session.ask("status").path("health"));
            if (!muted.contains(check)) {
                session.ask("health mute", Map.of("code", check, "sticky", true));
            }
        }
    }

    /** Asked only if it is not enabled yet: each time that the set of modules changes, the manager begins anew. */
    @Override
    public void ensureModule(CephLogin admin, String module) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var enabled = StreamSupport.stream(
                            session.ask("mgr module ls").path("enabled_modules").spliterator(), false)
                    .anyMatch(known -> module.equals(known.asText()));
            if (!enabled) {
                // A manager that has just begun may not have told yet which modules it has.
                session.ask("mgr module enable", Map.of("module", module, "force", true));
            }
        }
    }

    @Override
    public void dropUsers(CephLogin admin, Collection<String> users) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            for (var user : users) {
                // One that is not there is no error to Ceph either.
                session.ask("auth del", Map.of("entity", user));
            }
        }
    }

    @Override
    public void dropPools(CephLogin admin, Collection<String> pools) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            var there = pools(session).keySet();
            for (var pool : pools) {
                if (there.contains(pool)) {
                    session.ask(
                            "osd pool delete",
                            Map.of("pool", pool, "pool2", pool, "yes_i_really_really_mean_it", true));
                }
            }
        }
    }
}
