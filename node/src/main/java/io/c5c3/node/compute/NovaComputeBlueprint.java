package io.c5c3.node.compute;

import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.cinder.Cinder;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.keystone.Keystone;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.nova.Nova;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Plan;
import io.c5c3.engine.step.DependenciesStep;
import io.c5c3.engine.step.FreeNodesStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hypervisors: libvirt on every chosen node, and beside it the agent through which a cell of a Nova uses it. */
public final class NovaComputeBlueprint implements Blueprint<NovaCompute> {

    static final String SERVICE = "nova-compute";

    private static final Set<Class<? extends HasMetadata>> DEPENDENCIES = Twins.with(
            Set.of(Nova.class, Neutron.class, Cinder.class, Keystone.class, OVNCluster.class, CephStorage.class));

    @Override
    public Class<NovaCompute> kind() {
        return NovaCompute.class;
    }

    @Override
    public String operator() {
        return SERVICE;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(
                ConfigMap.class,
                DaemonSet.class,
                Pod.class,
                Secret.class,
                Service.class,
                NetworkPolicy.class,
                ServiceMonitor.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        var kinds = new HashSet<Class<? extends HasMetadata>>(MessagingStep.USES);
        kinds.addAll(DEPENDENCIES);
        kinds.add(Node.class);
        kinds.removeAll(uses());
        return Set.copyOf(kinds);
    }

    @Override
    public Plan plan(NovaCompute compute, Facts facts) {
        var keys = CephKeys.of(compute, facts);
        var taken = facts.takenNodes(compute, Set.of(NovaCompute.class));
        var migration = Migration.of(compute, facts);
        var libvirt = new LibvirtPods(compute, keys, migration, taken.keySet());
        var plan = Plan.builder()
                .step(
                        "DependenciesReady",
                        new DependenciesStep(compute.getSpec().dependsOn(), DEPENDENCIES))
                .step(FreeNodesStep.CONDITION, new FreeNodesStep(taken))
                // Needs no Nova: it is there when the agent comes.
                .step(
                        "LibvirtConfigReady",
                        new ObjectsStep(
                                List.of(libvirt.config().configMap()),
                                "ConfigApplied",
                                "ConfigMap/" + libvirt.config().name() + " holds libvirt's options."),
                        "DependenciesReady")
                .step("CertificateReady", migration.certificate(), "DependenciesReady")
                .step(
                        "LibvirtReady",
                        new WorkloadStep(libvirt.daemonSet(), List.of(), keys.secrets()),
                        "LibvirtConfigReady",
                        "CertificateReady");
        plan.step("MonitoringReady", new GuestMetrics(compute, taken.keySet()).step(facts), "DependenciesReady");
        var home = Home.of(compute, facts);
        return home.cell()
                .map(cell -> agents(plan, Agent.of(compute, cell, migration, taken, facts), facts))
                .orElseGet(() ->
                        plan.step("NovaReady", new VerdictStep(home.problem().orElseThrow()), "DependenciesReady"))
                .build();
    }

    private static Plan.Builder agents(Plan.Builder plan, Agent agent, Facts facts) {
        return plan.step("NovaReady", agent.cellReady(), "DependenciesReady")
                .step("SecretsReady", agent.secrets(), "NovaReady")
                .step("MessagingReady", agent.messaging(), "NovaReady")
                .step("ConfigReady", agent.config(facts), "DependenciesReady")
                .step(
                        "AgentsReady",
                        new WorkloadStep(agent.pods().daemonSet(), List.of(), agent.rollsOn()),
                        "SecretsReady",
                        "MessagingReady",
                        "ConfigReady",
                        "CertificateReady",
                        "LibvirtConfigReady")
                .step("NodesReady", agent.nodes(), "AgentsReady", "LibvirtReady");
    }
}
