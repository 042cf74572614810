package io.c5c3.engine.simulation;

import io.c5c3.engine.Owner;
import io.c5c3.engine.Records;
import io.c5c3.engine.Thing;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records in memory, as text, as the real ones are. */
public final class MemoryRecords<F extends Exception> implements Records<F> {

    private final Map<String, String> owners = new TreeMap<>();
    private final Changes changes;

    public MemoryRecords(Changes changes) {
        this.changes = changes;
    }

    /** All of them, by thing. */
    public Map<String, String> all() {
        return Map.copyOf(owners);
    }

    @Override
    public Optional<Owner> owner(Thing thing) {
        return Optional.ofNullable(owners.get(thing.toString())).flatMap(Owner::parse);
    }

    @Override
    public void record(Thing thing, Owner owner) {
        if (!owners.containsKey(thing.toString())) {
            changes.make("record " + thing, () -> owners.putIfAbsent(thing.toString(), owner.text()));
        }
    }

    @Override
    public void strike(Thing thing) {
        if (owners.containsKey(thing.toString())) {
            changes.make("strike " + thing, () -> owners.remove(thing.toString()));
        }
    }
}
