package io.c5c3.infrastructure.ovn;

import io.c5c3.api.openstack.OVNNetwork;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Plan;
import io.c5c3.engine.step.VerdictStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Optional;
import java.util.Set;

/** A node of the virtual network. Everything on it is made by its cluster; this says how it fares, and takes it out in the end. */
public final class OVNChassisBlueprint implements Blueprint<OVNChassis> {

    private static final String CONDITION = "OVSConnected";

    @Override
    public Class<OVNChassis> kind() {
        return OVNChassis.class;
    }

    @Override
    public String operator() {
        return OVNClusterBlueprint.OPERATOR;
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of();
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return Set.of(OVNCluster.class, OVNNetwork.class, Service.class, Secret.class, StatefulSet.class, Pod.class);
    }

    @Override
    public Plan plan(OVNChassis chassis, Facts facts) {
        var cluster = cluster(chassis, facts);
        if (cluster.isEmpty()) {
            return Plan.builder()
                    .step(
                            CONDITION,
                            new VerdictStep(Outcome.waiting(
                                    "WaitingForCluster",
                                    "There is no OVNCluster in the namespace "
                                            + chassis.getMetadata().getNamespace()
                                            + " that this node belongs to: make one.")))
                    .build();
        }
        var name = cluster.get().getMetadata().getName();
        var southbound = new RaftDatabase(cluster.get(), Side.SOUTHBOUND);
        return Plan.builder()
                .step(
                        CONDITION,
                        new RegistrationStep(
                                chassis.getSpec().systemId(),
                                chassis.getSpec().hostname(),
                                new RaftDatabase(cluster.get(), Side.NORTHBOUND).access(),
                                southbound.access(),
                                southbound.name(),
                                NodePods.selector(name, NodePods.CONTROLLER)))
                .build();
    }

    /** The cluster that made it; one that a person made belongs to the only cluster there is. */
    private static Optional<OVNCluster> cluster(OVNChassis chassis, Facts facts) {
        var owner = Owner.on(chassis);
        var clusters = facts.neighbours(OVNCluster.class).stream()
                .filter(cluster -> cluster.getMetadata().getDeletionTimestamp() == null)
                .filter(cluster -> owner.isEmpty() || Owner.of(cluster).owns(chassis))
                .toList();
        return clusters.size() == 1 ? Optional.of(clusters.getFirst()) : Optional.empty();
    }
}
