package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Tells of nodes that the resource selects and does not get, because another resource has them. When one is let go, the resource goes on
 * there by itself.
 *
 * @param taken whose they are, by node
 */
public record FreeNodesStep(SortedMap<String, Owner> taken) implements Step {

    /** The condition. */
    public static final String CONDITION = "NodesFree";

    @Override
    public Outcome run(Work work) {
        return taken.isEmpty()
                ? Outcome.done("NodesFree", "No other resource has the nodes that it selects.")
                : Outcome.waiting(
                                "NodeTaken",
                                taken.entrySet().stream()
                                                .map(entry ->
                                                        "Node/" + entry.getKey() + " is that of " + entry.getValue())
                                                .collect(Collectors.joining(", "))
                                        + ": nothing is started there. Select other nodes, or label each node for one"
                                        + " of the two only.")
                        .worrying(true);
    }
}
