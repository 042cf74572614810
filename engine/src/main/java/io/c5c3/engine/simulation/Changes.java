package io.c5c3.engine.simulation;

import io.c5c3.engine.cluster.MemoryCluster;
import java.util.ArrayList;
import java.util.List;

/** What was changed in a server in memory. Each change is one that the real server makes whole or not at all. */
public final class Changes {

    private final List<String> made = new ArrayList<>();
    private MemoryCluster.Interference interference = new MemoryCluster.Interference() {};

    /** Lets a test make any change fail, before or after it happens. */
    public void interfere(MemoryCluster.Interference with) {
        interference = with;
    }

    /** @param what happens, without values: tests read it, and no secret may get there */
    public void make(String what, Runnable change) {
        interference.before(what);
        made.add(what);
        change.run();
        interference.after(what);
    }

    /** All of them so far, in order. */
    public List<String> made() {
        return List.copyOf(made);
    }
}
