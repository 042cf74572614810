package io.c5c3.tests.memory;

import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Sees every write on every port of a plane, numbers them from one, and may let one of them meet a fault. */
final class Witness {

    private final Plane plane;
    private final List<String> writes = new ArrayList<>();
    private final List<String> made = new ArrayList<>();
    private final Map<String, Integer> lastChange = new HashMap<>();
    private Picture generated;
    private Optional<Fault> fault = Optional.empty();
    private int at;
    private boolean dead;
    private Optional<Picture> atTheFault = Optional.empty();

    private Witness(Plane plane) {
        this.plane = plane;
        this.generated = Picture.generated(plane);
        watch(plane.simulation.cluster());
        plane.ports.all(Interfered.class).forEach(this::watch);
    }

    /** Watches what is generated when, and disturbs nothing. */
    static Witness quiet(Plane plane) {
        return new Witness(plane);
    }

    static Witness disturbing(Plane plane, Fault fault, int at) {
        var witness = new Witness(plane);
        witness.fault = Optional.of(fault);
        witness.at = at;
        return witness;
    }

    private void watch(Interfered world) {
        world.interfere(new MemoryCluster.Interference() {
            @Override
            public void before(String write) {
                if (dead) {
                    throw new AssertionError("The process is dead, and makes: " + write);
                }
                writes.add(Picture.unhashed(write));
                fault.filter(now -> !now.made && writes.size() == at).ifPresent(now -> strike(now, world));
            }

            @Override
            public void after(String write) {
                made.add(Picture.unhashed(write));
                if (fault.isEmpty() && (world != plane.simulation.cluster() || Picture.tells(write))) {
                    note(writes.size());
                }
                fault.filter(now -> now.made && writes.size() == at).ifPresent(now -> strike(now, world));
            }
        });
    }

    private void strike(Fault now, Interfered world) {
        atTheFault = Optional.of(Picture.generated(plane));
        dead = now.deadly;
        now.strike(world, at);
    }

    /** Another process has begun. */
    void revive() {
        dead = false;
    }

    /** Everything has settled: what others did after the last write is noted, too. */
    void finish() {
        note(writes.size() + 1);
    }

    private void note(int write) {
        var now = Picture.generated(plane);
        var paths = new TreeSet<>(now.values().keySet());
        paths.addAll(generated.values().keySet());
        for (var path : paths) {
            var value = now.values().get(path);
            if (value == null || !value.equals(generated.values().get(path))) {
                lastChange.put(path, write);
            }
        }
        generated = now;
    }

    /** All that were tried, in order. */
    List<String> writes() {
        return List.copyOf(writes);
    }

    /** Those of them that happened. */
    List<String> made() {
        return List.copyOf(made);
    }

    /** What was there when the fault struck. */
    Optional<Picture> atTheFault() {
        return atTheFault;
    }

    /** Whether what was generated before this write is, in this run, not changed any more from then on. */
    boolean isFinal(String path, int write) {
        return lastChange.getOrDefault(path, 0) < write;
    }

    String struck() {
        return atTheFault.isPresent() ? writes.get(at - 1) : "none";
    }
}
