package io.c5c3.services.neutron;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.FreeNodesStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.ovn.OVNClusterBlueprint;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.DependsOn;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.ServiceMessaging;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The network service: an API and its workers over a database, all of which tell OVN what to do, and an agent on the hypervisors; or, without
 * OVN, agents on the hypervisors which hear of it by the queue and tell the switches there.
 */
public final class NeutronBlueprint implements Blueprint<Neutron> {

    private static final String SERVICE = "neutron";
    private static final String NO_OVN = "The resource asks for networks without OVN.";
    private static final String NO_AGENTS = "The resource asks for networks without agents of Neutron's own.";

    @Override
    public Class<Neutron> kind() {
        return Neutron.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return ApiSteps.uses(DaemonSet.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return Stream.concat(DependsOn.KINDS.stream(), Stream.of(ReferenceGrant.class, Node.class))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Plan plan(Neutron neutron, Facts facts) {
        var spec = neutron.getSpec();
        var steps = new ApiSteps(OpenStackService.NEUTRON, neutron, spec, facts);
        var cache = steps.cache();
        var login = steps.login(spec.keystone());
        var messaging = new ServiceMessaging(steps.name(), spec.messaging(), spec.deletionPolicy());
        var ovn = OvnPlace.of(neutron, facts);
        var config = NeutronConfig.of(neutron, login, cache, ovn, facts);
        var pods = new NeutronPods(neutron, steps, config, login, messaging, ovn);
        var source = MetadataSource.of(neutron, facts);
        var taken = facts.takenNodes(neutron, OVNClusterBlueprint.SWITCHES);
        var agents = spec.ownAgents()
                ? Optional.of(new Agents(
                        neutron, steps.pods(), AgentLogin.of(neutron, messaging, facts), source, taken.keySet()))
                : Optional.<Agents>empty();
        var outwards = new ArrayList<>(cache.ports());
        outwards.addAll(List.of(login.port(), OpenStackService.NOVA.port(), OpenStackService.PLACEMENT.port()));
        outwards.addAll(messaging.ports());
        ovn.ifPresent(place -> outwards.addAll(place.ports()));
        var before = ApiSteps.beforeApi("MessagingReady", "OVNConnected");
        var plan = steps.foundation(config, List.of(), List.of(login.input(), messaging.input()), List.of(), outwards)
                .step("MessagingReady", messaging.step(), "DependenciesReady")
                .step("OVNConnected", connected(ovn), "DependenciesReady")
                .step("DatabaseReady", steps.database(List.of(pods.databaseSync())), "ConfigReady")
                .step("DeploymentReady", pods.api(), before)
                .step("RPCReady", pods.worker("rpc", spec.rpc(), "neutron-rpc-server"), before)
                .step("PeriodicReady", pods.worker("periodic", spec.periodic(), "neutron-periodic-workers"), before)
                .step("MaintenanceReady", maintenance(spec, pods), before)
                .step(FreeNodesStep.CONDITION, new FreeNodesStep(taken))
                .step("SwitchReady", of(agents, Agents::nodeSwitch), "DependenciesReady")
                .step("AgentsReady", of(agents, Agents::agents), "ConfigReady", "MessagingReady")
                .step(
                        "MetadataAgentReady",
                        metadata(neutron, steps, ovn, agents, source, taken.keySet()),
                        "ConfigReady",
                        "OVNConnected",
                        "MessagingReady")
                .step("APIReady", steps.health("/"), "DeploymentReady")
                .step(
                        "AgentsReporting",
                        of(agents, found -> found.reporting(ServiceAccess.of("Neutron", steps, login))),
                        "APIReady",
                        "RPCReady",
                        "AgentsReady",
                        "MetadataAgentReady")
                .step(
                        "ReleaseReady",
                        steps.installed(),
                        "DeploymentReady",
                        "RPCReady",
                        "PeriodicReady",
                        "MaintenanceReady");
        return steps.reachable(plan, "DeploymentReady").build();
    }

    private static Step connected(Optional<OvnPlace> ovn) {
        return ovn.map(place -> place.connected()).orElseGet(() -> none(NO_OVN));
    }

    /** It mends what neutron and OVN disagree about. */
    private static Step maintenance(Neutron.Spec spec, NeutronPods pods) {
        return pods.ovn().isPresent()
                ? pods.worker("maintenance", spec.maintenance(), "neutron-ovn-maintenance-worker")
                : none(NO_OVN);
    }

    private static Step of(Optional<Agents> agents, Function<Agents, Step> step) {
        return agents.map(step).orElseGet(() -> none(NO_AGENTS));
    }

    private static Step metadata(
            Neutron neutron,
            ApiSteps steps,
            Optional<OvnPlace> ovn,
            Optional<Agents> agents,
            Optional<MetadataSource> source,
            Set<String> taken) {
        if (!neutron.getSpec().metadataAgent().enabled()) {
            return none("The resource asks for no metadata agent.");
        }
        if (ovn.isEmpty() && agents.isEmpty()) {
            return none(NO_OVN);
        }
        return source.map(found -> agents.map(there -> there.metadata(found))
                        .orElseGet(
                                () -> new MetadataAgent(neutron, steps.pods(), ovn.orElseThrow(), found, taken).step()))
                .orElseGet(() -> none("There is no Nova in the namespace that could answer guests."));
    }

    private static Step none(String why) {
        return new VerdictStep(Outcome.skipped(why));
    }
}
