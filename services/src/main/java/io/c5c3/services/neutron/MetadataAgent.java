package io.c5c3.services.neutron;

import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.Step;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.services.ServicePods;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The agent on hypervisors through which guests of OVN ask who they are. For each network it makes a network namespace on the node with a
 * port in OVN, in which a small proxy listens on 169.254.169.254; it signs what guests ask and hands it to Nova.
 *
 * @param taken nodes that are another resource's
 */
record MetadataAgent(Neutron neutron, ServicePods pods, OvnPlace ovn, MetadataSource source, Set<String> taken) {

    private static final String PART = "ovn-agent";

    /** What the agent reads of a person's options: a change of any other is no reason to restart it. */
    private static final List<String> SECTIONS = List.of(Ini.DEFAULT, "agent", "ovs", "ovn", "metadata_rate_limiting");

    Step step() {
        var rollsOn = new HashSet<>(List.of(source.secret().name()));
        ovn.secret().ifPresent(rollsOn::add);
        return new SequenceStep(
                source.known(),
                new ObjectsStep(
                        List.of(config().files().configMap()), "ConfigApplied", "The agent's options are written."),
                new WorkloadStep(agent().daemonSet(), List.of(), rollsOn));
    }

    private AgentConfig config() {
        var ini = source.in(AgentConfig.base()).set("agent", "extensions", "metadata");
        return AgentConfig.of(neutron, pods, PART, ovn.southbound(ini), SECTIONS);
    }

    private NodeAgent agent() {
        var wish = neutron.getSpec().metadataAgent();
        return new NodeAgent(
                pods,
                PART,
                wish.nodeSelector(),
                taken,
                wish.deployment(),
                config().reads().with(source.env()).with(ovn.certificate()).with(ovn.founded()),
                config().command("neutron-ovn-agent"),
                // The socket on which the proxies of all networks hand over what guests ask.
                List.of("test", "-S", NeutronConfig.STATE + "/metadata_proxy"));
    }
}
