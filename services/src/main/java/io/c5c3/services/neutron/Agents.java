package io.c5c3.services.neutron;

import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.Shipped;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.TogetherStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.ovn.Bridges;
import io.c5c3.infrastructure.ovn.DaemonPods;
import io.c5c3.infrastructure.ovn.NodeSwitch;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.ServicePods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Networks without OVN: a switch on each node, and the agents that tell it what to do. One connects guests, one is the routers, one gives
 * guests their addresses, one tells them who they are; all hear of it from Neutron by the message queue.
 *
 * @param source where guests' questions go; none without a Nova
 * @param taken nodes that are another resource's
 */
record Agents(Neutron neutron, ServicePods pods, AgentLogin login, Optional<MetadataSource> source, Set<String> taken) {

    private static final String DRIVER = "openvswitch";

    static final String PLUGS = "neutron-openvswitch-agent";
    static final String ROUTES = "neutron-l3-agent";
    static final String ADDRESSES = "neutron-dhcp-agent";
    static final String METADATA = "neutron-metadata-agent";

    private static final String SCRIPT = "agent.sh";
    private static final String EVERYWHERE = "everywhere";

    /** Where the agents of a node hand over what guests ask. */
    private static final String SHARED = "/run/neutron";

    private static final String SOCKET = SHARED + "/metadata_proxy";

    private static final List<String> SECTIONS = List.of(Ini.DEFAULT, "agent", "ovs", "oslo_messaging_rabbit");

    /** The kinds of networks whose packets travel in others between nodes. */
    private static final Set<String> TUNNELS = Set.of("vxlan", "gre", "geneve");

    private Neutron.Agents wish() {
        return neutron.getSpec().agents();
    }

    private Bridges bridges() {
        return new Bridges(wish().bridgeMappings());
    }

    private List<String> tunnels() {
        return neutron.getSpec().ml2().typeDrivers().stream()
                .filter(TUNNELS::contains)
                .toList();
    }

    private boolean qos() {
        return neutron.getSpec().ml2().extensionDrivers().contains("qos");
    }

    Step nodeSwitch() {
        var nodeSwitch = new NodeSwitch(
                new DaemonPods(
                        "neutron",
                        pods.name(),
                        "ovs",
                        wish().nodeSelector(),
                        null,
                        wish().deployment().priorityClassName(),
                        taken),
                wish().switchImage().reference("ghcr.io/c5c3/ovs", "3.5"),
                pods.name() + "-bridges",
                EVERYWHERE,
                null);
        return new WorkloadStep(
                nodeSwitch.daemonSet(),
                List.of(
                        nodeSwitch.settings(Map.of(EVERYWHERE, bridges().lines())),
                        nodeSwitch.script().configMap()),
                Set.of());
    }

    /** Those that work without anybody who answers guests. */
    Step agents() {
        return new SequenceStep(
                login.step(), new TogetherStep(List.of(step(plugs()), step(routes()), step(addresses()))));
    }

    Step metadata(MetadataSource source) {
        return new SequenceStep(source.known(), step(metadataAgent(source)));
    }

    /** Whether Neutron hears of all of them. */
    Step reporting(ServiceAccess access) {
        var agents = new TreeMap<String, AgentsStep.Running>();
        agents.put(PLUGS, plugs().agent().running());
        agents.put(ROUTES, routes().agent().running());
        agents.put(ADDRESSES, addresses().agent().running());
        if (neutron.getSpec().metadataAgent().enabled()) {
            source.ifPresent(
                    found -> agents.put(METADATA, metadataAgent(found).agent().running()));
        }
        return new AgentsStep(access, agents);
    }

    /** An agent, with its options. */
    private record Told(AgentConfig config, NodeAgent agent, Set<String> rollsOn) {}

    private static Step step(Told told) {
        return new SequenceStep(
                new ObjectsStep(
                        List.of(told.config().files().configMap()),
                        "ConfigApplied",
                        "The options of " + told.agent().name() + " are written."),
                new WorkloadStep(told.agent().daemonSet(), List.of(), told.rollsOn()));
    }

    private Told plugs() {
        var ini = base().set("ovs", "bridge_mappings", bridges().mapped())
                .set("agent", "tunnel_types", String.join(",", tunnels()))
                .set("agent", "extensions", qos() ? "qos" : "")
                // By the switch itself: what guests may do is part of its flows.
                .set("securitygroup", "firewall_driver", DRIVER);
        var config = config("ovs-agent", ini, "securitygroup");
        var reads = reads(config);
        if (!tunnels().isEmpty()) {
            reads = reads.with(Variable.own("OS_OVS__LOCAL_IP", "status.hostIP"));
        }
        return told(
                config,
                reads,
                List.of("ovs-vsctl", "--timeout=5", "--db=" + NodeSwitch.DATABASE, "br-exists", "br-int"),
                PLUGS);
    }

    private Told routes() {
        var extensions = new ArrayList<>(List.of("port_forwarding"));
        if (qos()) {
            extensions.addAll(List.of("fip_qos", "gateway_ip_qos"));
        }
        var ini = plugging(base())
                .set("agent", "extensions", String.join(",", extensions))
                .set(
                        Ini.DEFAULT,
                        "enable_metadata_proxy",
                        neutron.getSpec().metadataAgent().enabled());
        var config = config("l3-agent", ini);
        return told(config, shared(reads(config)), null, ROUTES);
    }

    private Told addresses() {
        var ini = plugging(base())
                // Guests of networks without a router ask who they are, too.
                .set(
                        Ini.DEFAULT,
                        "enable_isolated_metadata",
                        neutron.getSpec().metadataAgent().enabled());
        var config = config("dhcp-agent", ini);
        return told(config, shared(reads(config)), null, ADDRESSES);
    }

    private Told metadataAgent(MetadataSource source) {
        var ini = source.in(base())
                .set(Ini.DEFAULT, "metadata_proxy_socket", SOCKET)
                // A node's guests do not ask so often that it needs more.
                .set(Ini.DEFAULT, "metadata_workers", 1);
        var config = config("metadata-agent", ini, "metadata_rate_limiting");
        var reads = shared(reads(config)).with(source.env());
        var agent = new NodeAgent(
                pods,
                config.part(),
                neutron.getSpec().metadataAgent().nodeSelector(),
                taken,
                neutron.getSpec().metadataAgent().deployment(),
                reads,
                config.command(METADATA),
                List.of("test", "-S", SOCKET));
        return new Told(
                config, agent, Set.of(login.connection(), source.secret().name()));
    }

    private Told told(AgentConfig config, Reads reads, @Nullable List<String> ready, String program) {
        var agent = new NodeAgent(
                pods,
                config.part(),
                wish().nodeSelector(),
                taken,
                wish().deployment(),
                reads,
                config.command("sh", NeutronConfig.FOLDER + "/" + SCRIPT, program),
                ready);
        return new Told(config, agent, Set.of(login.connection()));
    }

    private static Ini base() {
        return ServiceConfig.messaging(AgentConfig.base())
                .set("oslo_concurrency", "lock_path", NeutronConfig.STATE + "/lock");
    }

    /** Of those that put ports of their own into the switch. */
    private static Ini plugging(Ini ini) {
        return ini.set(Ini.DEFAULT, "interface_driver", DRIVER).set(Ini.DEFAULT, "metadata_proxy_socket", SOCKET);
    }

    private AgentConfig config(String part, Ini ini, String... sections) {
        var all = new ArrayList<>(SECTIONS);
        all.addAll(List.of(sections));
        return AgentConfig.of(neutron, pods, part, ini, all).with(SCRIPT, Shipped.file(Agents.class, SCRIPT));
    }

    /** Neutron knows agents by the name of their node, as Nova does. */
    private Reads reads(AgentConfig config) {
        return login.in(config.reads())
                .with(
                        Variable.own("OS_DEFAULT__HOST", "spec.nodeName"),
                        Variable.of("BRIDGES", String.join(" ", bridges().names())));
    }

    private static Reads shared(Reads reads) {
        return reads.with(
                DaemonPods.host("shared", SHARED),
                NodeAgent.mount("shared", SHARED).build());
    }
}
