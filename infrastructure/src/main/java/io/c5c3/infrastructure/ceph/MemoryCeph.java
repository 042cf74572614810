package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Records;
import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Changes;
import io.c5c3.engine.simulation.MemoryRecords;
import io.c5c3.engine.simulation.Resident;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Clusters in memory, for tests and rehearsals: one for each monitor that is asked. Their administrator is whoever comes first. What a test
 * prepares or looks at is the first of them.
 */
public final class MemoryCeph implements Ceph, Interfered, Resident {

    private static final long GIBIBYTE = 1L << 30;
    private static final int COPIES = 3;

    private final Map<String, Cluster> clusters = new HashMap<>();
    private final Changes changes = new Changes();
    private final Cluster first = new Cluster();
    /** Under which beginning of its monitor each disk was written. */
    private final Map<String, Integer> written = new HashMap<>();

    private boolean away;
    private String health = "HEALTH_OK";
    private String state = "active+clean";

    private final class Cluster {
        final MemoryRecords<CephFailure> records = new MemoryRecords<>(changes);
        final SortedMap<String, CephKey> keys = new TreeMap<>();
        final SortedMap<String, SortedMap<String, String>> caps = new TreeMap<>();
        final SortedMap<String, Integer> pools = new TreeMap<>();
        final SortedMap<Integer, String> disks = new TreeMap<>();
        final SortedSet<String> mutes = new TreeSet<>();
        final SortedSet<String> modules = new TreeSet<>();
        /** How often its monitor has begun with nothing. */
        int beginnings;
        /** Whether its groups were on disks that are gone. */
        boolean lost;

        /** Whether what is on this disk is on no other. */
        boolean misses(String uuid) {
            return pools.containsValue(1)
                    || disks.values().stream().noneMatch(other -> !other.equals(uuid) && written.containsKey(other));
        }

        /** A disk can only be read with the maps it was written under. */
        long disksUp() {
            return disks.values().stream()
                    .filter(uuid -> written.getOrDefault(uuid, beginnings) == beginnings)
                    .count();
        }
    }

    /** Everything that was ever changed, in order. */
    public List<String> changes() {
        return changes.made();
    }

    @Override
    public void interfere(MemoryCluster.Interference with) {
        changes.interfere(with);
    }

    @Override
    public synchronized Map<String, ?> snapshot() {
        var snapshot = new TreeMap<String, Object>();
        clusters.forEach((monitor, cluster) -> snapshot.put(
                monitor,
                Map.of(
                        "records", cluster.records.all(),
                        "keys",
                                cluster.keys.entrySet().stream()
                                        .collect(Collectors.toMap(
                                                Map.Entry::getKey,
                                                user -> user.getValue().text())),
                        "caps", Map.copyOf(cluster.caps),
                        "pools", Map.copyOf(cluster.pools),
                        "disks", Map.copyOf(cluster.disks),
                        "mutes", List.copyOf(cluster.mutes),
                        "modules", List.copyOf(cluster.modules))));
        return snapshot;
    }

    /** A monitor on an empty volume is a new cluster; so are disks, and what was on them before is gone. */
    @Override
    public synchronized void starts(Start start) {
        if (start.anew()) {
            var number = number(start.pod());
            var known = start.secrets().values().stream()
                    .flatMap(secret -> secret.entrySet().stream())
                    .filter(value -> value.getKey().equals("osd." + number + ".uuid"))
                    .map(Map.Entry::getValue)
                    .collect(Collectors.toSet());
            clusters.values()
                    .forEach(cluster -> cluster.disks.values().stream()
                            .filter(known::contains)
                            .forEach(uuid -> {
                                var before = written.put(uuid, cluster.beginnings);
                                cluster.lost |= before != null && before == cluster.beginnings && cluster.misses(uuid);
                            }));
            clusters.forEach((monitor, cluster) -> {
                if (start.addresses().stream().anyMatch(address -> monitor.contains(address + ":"))) {
                    cluster.keys.clear();
                    cluster.caps.clear();
                    cluster.pools.clear();
                    cluster.disks.clear();
                    cluster.mutes.clear();
                    cluster.modules.clear();
                    cluster.lost = false;
                    cluster.beginnings++;
                }
            });
        }
    }

    private static String number(Pod pod) {
        var name = pod.getMetadata().getName();
        return name.substring(name.lastIndexOf('-') + 1);
    }

    /** Each disk has what it was given, and only who asks for it gets it from there. */
    @Override
    public boolean fills(Pod pod) {
        return !ClusterNames.DISK.equals(pod.getMetadata().getLabels().get("app.kubernetes.io/component"));
    }

    @Override
    public boolean spares(CephLogin admin, int disk) throws CephFailure {
        var cluster = enter(admin);
        var uuid = cluster.disks.get(disk);
        return !cluster.lost && uuid != null && !cluster.misses(uuid);
    }

    public SortedMap<String, SortedMap<String, String>> caps() {
        return first.caps;
    }

    /** The pools with their copies. */
    public SortedMap<String, Integer> pools() {
        return first.pools;
    }

    /** No monitor answers. */
    public void away(boolean isAway) {
        away = isAway;
    }

    /** What the clusters say of themselves from now on. */
    public void say(String healthNow, String stateOfGroups) {
        health = healthNow;
        state = stateOfGroups;
    }

    /** Somebody makes a user by hand. */
    public CephKey addUser(String name) {
        var key = CephKey.generate(Instant.EPOCH);
        first.keys.put(name, key);
        first.caps.put(name, new TreeMap<>());
        return key;
    }

    /** Somebody adds a disk by hand. */
    public void addDisk() {
        first.disks.put(first.disks.size(), "");
    }

    /**
     * The same for the same user of the same cluster, so that two worlds can be compared; another in another cluster, so that a key which
     * is seen elsewhere was copied.
     */
    private static CephKey key(CephLogin admin, String user) {
        var seed = UUID.nameUUIDFromBytes((admin.monitors().getFirst() + " " + user).getBytes(StandardCharsets.UTF_8));
        var bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(seed.getMostSignificantBits())
                .putLong(seed.getLeastSignificantBits());
        return CephKey.of(bytes.array(), Instant.EPOCH);
    }

    private synchronized Cluster enter(CephLogin login) throws CephFailure {
        var monitor = login.monitors().getFirst();
        if (away) {
            throw new CephUnavailable("no monitor answers (" + monitor + ": connection refused)");
        }
        var cluster =
                clusters.computeIfAbsent(monitor.toString(), address -> clusters.isEmpty() ? first : new Cluster());
        if (cluster.keys.isEmpty()) {
            cluster.keys.put(login.user(), login.key());
        }
        if (!login.key().equals(cluster.keys.get(login.user()))) {
            throw CephRefused.wrongKey(login.user());
        }
        return cluster;
    }

    /** Who made what, as the first cluster has it written down. */
    public Map<String, String> records() {
        return first.records.all();
    }

    @Override
    public Records<CephFailure> records(CephLogin admin) throws CephFailure {
        return enter(admin).records;
    }

    @Override
    public boolean hasPool(CephLogin admin, String pool) throws CephFailure {
        return enter(admin).pools.containsKey(pool);
    }

    @Override
    public boolean hasUser(CephLogin admin, String user) throws CephFailure {
        return enter(admin).keys.containsKey(user);
    }

    @Override
    public CephReport report(CephLogin login) throws CephFailure {
        var cluster = enter(login);
        var pools = cluster.pools;
        var disks = cluster.disks.size();
        var groups = pools.isEmpty() || disks == 0
                ? Map.<String, Integer>of()
                : Map.of(cluster.lost ? "stale+" + state : state, pools.size());
        var room = 9 * GIBIBYTE * disks;
        return new CephReport(
                UUID.nameUUIDFromBytes(login.monitors().toString().getBytes(StandardCharsets.UTF_8))
                        .toString(),
                "18.2.7",
                health,
                "HEALTH_OK".equals(health) ? List.of() : List.of("something is wrong"),
                List.copyOf(cluster.mutes),
                true,
                disks,
                (int) cluster.disksUp(),
                new TreeMap<>(groups),
                room,
                room,
                pools.keySet().stream()
                        .collect(Collectors.toMap(
                                pool -> pool, pool -> new CephReport.Space(0, room), (a, b) -> a, TreeMap::new)));
    }

    @Override
    public void ensurePools(CephLogin admin, List<CephPool> wanted) throws CephFailure {
        var cluster = enter(admin);
        for (var pool : wanted) {
            var copies = pool.copies().orElse(COPIES);
            if (!copies.equals(cluster.pools.get(pool.name()))) {
                changes.make(
                        "pool " + pool.name() + " with " + copies + " copies",
                        () -> cluster.pools.put(pool.name(), copies));
            }
        }
    }

    @Override
    public SortedMap<String, CephKey> ensureUsers(CephLogin admin, List<CephUser> users) throws CephFailure {
        var cluster = enter(admin);
        var made = new TreeMap<String, CephKey>();
        for (var user : users) {
            if (!user.caps().equals(cluster.caps.get(user.name()))) {
                changes.make("user " + user.name(), () -> {
                    cluster.keys.computeIfAbsent(user.name(), name -> key(admin, name));
                    cluster.caps.put(user.name(), user.caps());
                });
            }
            made.put(user.name(), cluster.keys.computeIfAbsent(user.name(), name -> key(admin, name)));
        }
        return made;
    }

    @Override
    public void ensureDisk(CephLogin admin, int number, String uuid) throws CephFailure {
        var cluster = enter(admin);
        if (!uuid.equals(cluster.disks.get(number))) {
            changes.make("disk " + number, () -> cluster.disks.put(number, uuid));
        }
    }

    @Override
    public int beginLostGroups(CephLogin admin) throws CephFailure {
        var cluster = enter(admin);
        if (!cluster.lost) {
            return 0;
        }
        changes.make("empty groups", () -> cluster.lost = false);
        return cluster.pools.size();
    }

    @Override
    public void mute(CephLogin admin, String check) throws CephFailure {
        var cluster = enter(admin);
        if (!cluster.mutes.contains(check)) {
            changes.make("mute " + check, () -> cluster.mutes.add(check));
        }
    }

    @Override
    public void ensureModule(CephLogin admin, String module) throws CephFailure {
        var cluster = enter(admin);
        if (!cluster.modules.contains(module)) {
            changes.make("module " + module, () -> cluster.modules.add(module));
        }
    }

    @Override
    public void dropUsers(CephLogin admin, Collection<String> users) throws CephFailure {
        var cluster = enter(admin);
        for (var user : users) {
            changes.make("no user " + user, () -> {
                cluster.keys.remove(user);
                cluster.caps.remove(user);
            });
        }
    }

    @Override
    public void dropPools(CephLogin admin, Collection<String> names) throws CephFailure {
        var cluster = enter(admin);
        for (var name : names) {
            changes.make("no pool " + name, () -> cluster.pools.remove(name));
        }
    }
}
