package io.c5c3.engine.cluster;

import java.util.Map;

/** A world in memory, the cluster or a server outside of it, that announces every single write before and after it happens. */
public interface Interfered {

    /** Lets a test make any write fail, before or after it happens. */
    void interfere(MemoryCluster.Interference with);

    /** Everything it holds, as values that have a JSON form, for comparing two worlds. */
    Map<String, ?> snapshot();
}
