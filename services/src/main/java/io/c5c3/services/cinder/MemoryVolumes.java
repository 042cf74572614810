package io.c5c3.services.cinder;

import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Changes;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentityUnavailable;
import io.c5c3.services.ServiceAccess.Door;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A Cinder in memory, as far as the steps can tell the difference; for tests of whole pipelines and the rehearsal. Its services are
 * all well and its backends of one size, unless a test says otherwise.
 */
public final class MemoryVolumes implements Volumes, Interfered {

    private static final double FREE = 10_240.4;

    private final Map<String, Type> types = new TreeMap<>();
    private final Set<String> used = new TreeSet<>();
    private final Set<String> silent = new TreeSet<>();
    private final Changes changes = new Changes();
    private final Map<String, Pool> reported = new TreeMap<>();
    private boolean away;
    private int requests;

    @Override
    public void interfere(MemoryCluster.Interference with) {
        changes.interfere(with);
    }

    @Override
    public Map<String, ?> snapshot() {
        return Map.copyOf(types);
    }

    /** While away, nobody answers. */
    public void away(boolean now) {
        away = now;
    }

    /** What a volume service says of itself from now on. */
    public void reported(Pool pool) {
        reported.put(pool.service(), pool);
    }

    /** From now on nothing is heard from this service, or again something. */
    public void silent(String host, boolean now) {
        if (now) {
            silent.add(host);
        } else {
            silent.remove(host);
        }
    }

    /** There are volumes of this type. */
    public void used(String type) {
        used.add(type);
    }

    /** Somebody made a type, without a word of whose it is. */
    public void given(String type, Map<String, String> extraSpecs) {
        types.put(type, new Type("id-of-" + type, type, "", extraSpecs));
    }

    public Map<String, String> extraSpecs(String type) {
        return Optional.ofNullable(types.get(type)).map(Type::extraSpecs).orElse(Map.of());
    }

    /** Somebody changed a type. */
    public void change(String type, Map<String, String> extraSpecs) {
        types.computeIfPresent(type, (name, old) -> new Type(old.id(), name, old.description(), extraSpecs));
    }

    /** What was changed so far. */
    public List<String> changes() {
        return changes.made();
    }

    public int requests() {
        return requests;
    }

    @Override
    public List<Pool> pools(Door door, Set<String> services) throws IdentityFailure {
        enter(door);
        return services.stream()
                .sorted()
                .map(service -> reported.getOrDefault(service, new Pool(service, true, OptionalDouble.of(FREE))))
                .toList();
    }

    @Override
    public Set<String> up(Door door, String binary, Set<String> hosts) throws IdentityFailure {
        enter(door);
        var up = new TreeSet<>(hosts);
        up.removeAll(silent);
        return up;
    }

    @Override
    public List<Type> types(Door door) throws IdentityFailure {
        enter(door);
        return List.copyOf(types.values());
    }

    @Override
    public void createType(Door door, Type wanted) throws IdentityFailure {
        enter(door);
        changes.make(
                "create type " + wanted.name(),
                () -> types.put(
                        wanted.name(),
                        new Type("id-of-" + wanted.name(), wanted.name(), wanted.description(), wanted.extraSpecs())));
    }

    @Override
    public void specify(Door door, String type, Map<String, String> extraSpecs) throws IdentityFailure {
        enter(door);
        changes.make(
                "specify type " + type,
                () -> types.replaceAll((name, old) -> {
                    if (!old.id().equals(type)) {
                        return old;
                    }
                    var all = new TreeMap<>(old.extraSpecs());
                    all.putAll(extraSpecs);
                    return new Type(old.id(), name, old.description(), all);
                }));
    }

    @Override
    public void deleteUnusedType(Door door, String type) throws IdentityFailure {
        enter(door);
        if (types.values().stream().anyMatch(old -> old.id().equals(type) && !used.contains(old.name()))) {
            changes.make(
                    "delete type " + type,
                    () -> types.values().removeIf(old -> old.id().equals(type)));
        }
    }

    private void enter(Door door) throws IdentityFailure {
        requests++;
        if (away) {
            throw new IdentityUnavailable(door.service() + " refused the connection");
        }
    }
}
