package io.c5c3.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The order in which steps may run, taken from what each waits for. */
final class Graph {

    private final LinkedHashMap<String, Plan.Entry> entries = new LinkedHashMap<>();
    private final Set<String> done = new LinkedHashSet<>();
    private final LinkedHashSet<String> path = new LinkedHashSet<>();
    private final List<Plan.Entry> order = new ArrayList<>();

    private Graph(List<Plan.Entry> given) {
        given.forEach(entry -> entries.put(entry.condition(), entry));
    }

    /** The entries, each behind all it waits for, otherwise in the order they were given. */
    static List<Plan.Entry> ordered(List<Plan.Entry> given) {
        var graph = new Graph(given);
        graph.entries.keySet().forEach(graph::visit);
        return List.copyOf(graph.order);
    }

    private void visit(String condition) {
        if (done.contains(condition)) {
            return;
        }
        if (!path.add(condition)) {
            throw new IllegalArgumentException(
                    "The steps wait for each other in a circle: " + String.join(" -> ", path) + " -> " + condition);
        }
        var entry = entries.get(condition);
        if (entry == null) {
            throw new IllegalArgumentException("A step waits for " + condition + ", which no step of the plan owns");
        }
        entry.after().stream().sorted().forEach(this::visit);
        path.remove(condition);
        done.add(condition);
        order.add(entry);
    }
}
