package io.c5c3.services.neutron;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.c5c3.services.ServiceAccess;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Asks Neutron itself whether it hears of the agents on the nodes: one that runs and does not get through to the queue plugs nobody in.
 *
 * @param agents by the name under which they report
 */
record AgentsStep(ServiceAccess access, Map<String, Running> agents) implements Step {

    /** Where an agent runs. */
    record Running(String daemonSet, Map<String, String> selector) {}

    /** Neutron itself takes more than a minute to miss somebody. */
    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    private static final Duration WHILE_COMING = Duration.ofSeconds(3);

    @Override
    public Outcome run(Work work) {
        return access.ask(work, Networks.class, (networks, door) -> report(work, networks.agents(door)));
    }

    private Outcome report(Work work, List<Networks.Agent> heard) {
        var nodes = new TreeSet<String>();
        for (var entry : agents.entrySet()) {
            for (var node : nodes(work, entry.getValue())) {
                nodes.add(node);
                if (heard.stream()
                        .noneMatch(agent -> agent.alive()
                                && agent.host().equals(node)
                                && agent.binary().equals(entry.getKey()))) {
                    return Outcome.waiting(
                                    "WaitingForAgents",
                                    "Neutron does not hear of " + entry.getKey() + " on Node/" + node + ".")
                            .on(Ref.of(
                                    DaemonSet.class,
                                    work.namespace(),
                                    entry.getValue().daemonSet()))
                            .retry(WHILE_COMING);
                }
            }
        }
        return nodes.isEmpty()
                ? Outcome.done("NoNodes", "No node carries the labels of agents.nodeSelector yet.")
                        .again(WHILE_WELL)
                : Outcome.done("AgentsReport", "Neutron hears of its agents on " + String.join(", ", nodes) + ".")
                        .again(WHILE_WELL);
    }

    private static Set<String> nodes(Work work, Running agent) {
        var nodes = new TreeSet<String>();
        for (var pod : work.labelled(Pod.class, agent.selector())) {
            var node = pod.getSpec().getNodeName();
            if (node != null && pod.getMetadata().getDeletionTimestamp() == null) {
                nodes.add(node);
            }
        }
        return nodes;
    }
}
