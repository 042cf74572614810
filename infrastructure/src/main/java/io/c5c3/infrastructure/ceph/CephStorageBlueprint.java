package io.c5c3.infrastructure.ceph;

import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Blueprint;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.step.ChoiceStep;
import io.c5c3.engine.step.SecretsStep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Pools and users in a Ceph cluster, and below them the cluster itself where there is none. */
public final class CephStorageBlueprint implements Blueprint<CephStorage> {

    @Override
    public Class<CephStorage> kind() {
        return CephStorage.class;
    }

    @Override
    public String operator() {
        return "ceph";
    }

    @Override
    public Set<Class<? extends HasMetadata>> uses() {
        return Set.of(
                Secret.class,
                ConfigMap.class,
                Service.class,
                StatefulSet.class,
                Deployment.class,
                Pod.class,
                PersistentVolumeClaim.class,
                NetworkPolicy.class,
                PodDisruptionBudget.class,
                ServiceMonitor.class,
                CephBlockPool.class,
                CephClient.class);
    }

    @Override
    public Set<Class<? extends HasMetadata>> reads() {
        return Set.of(Node.class, ReferenceGrant.class);
    }

    @Override
    public Plan plan(CephStorage storage, Facts facts) {
        var choice = Choice.of(storage, facts);
        var plan = Plan.builder();
        plan.step(
                "Accepted",
                new ChoiceStep(
                        choice.problem()
                                .orElseGet(() -> Outcome.done("Accepted", "The cluster is " + choice.describe() + ".")),
                        Choice.PROVIDER,
                        choice.provider().name(),
                        deleted(storage)));
        switch (choice.provider()) {
            case External -> external(plan, storage);
            case Rook -> rook(plan, storage);
            case Auto, BuiltIn -> new BuiltInCluster(storage, operator()).plan(plan, facts);
        }
        if (choice.problem().isEmpty()) {
            plan.status("provider", choice.provider());
        }
        return plan.build();
    }

    private static void external(Plan.Builder plan, CephStorage storage) {
        var spec = storage.getSpec();
        var external = spec.external();
        var secret = external == null ? "" : external.secretRef().name();
        plan.step(
                "SecretsReady",
                new SecretsStep(List.of(new SecretsStep.Input(
                        secret, List.of(CephSecret.CONF, CephSecret.KEYRING), "WaitingForCephCredentials"))),
                "Accepted");
        plan.step("CephConnected", new CephConnectedStep(secret, "", List.of()), "SecretsReady");
        if (external == null || external.provision()) {
            plan.step(
                    "PoolsReady",
                    new PoolsStep(secret, pools(spec, Optional.empty()), deleted(storage)),
                    "CephConnected");
            plan.step(
                    "ClientsReady",
                    new ClientsStep(secret, spec.clients(), former(storage), deleted(storage)),
                    "PoolsReady");
        } else {
            plan.step("PoolsReady", new CephConnectedStep(secret, "", names(spec)), "CephConnected");
            plan.step("ClientsReady", new SharedLoginStep(secret, spec.clients()), "PoolsReady");
        }
        plan.step("HealthReady", new CephHealthStep(secret, names(spec), 0, List.of()), "PoolsReady");
    }

    private static void rook(Plan.Builder plan, CephStorage storage) {
        var spec = storage.getSpec();
        plan.step("PoolsReady", new RookPoolsStep(spec.rook(), spec.pools(), deleted(storage)), "Accepted");
        plan.step(
                "ClientsReady",
                new RookClientsStep(spec.rook(), spec.clients(), former(storage), deleted(storage)),
                "PoolsReady");
        // Without one the resource is not accepted, and nobody could log in.
        spec.clients().stream().findFirst().ifPresent(first -> {
            plan.step(
                    "CephConnected",
                    new CephConnectedStep(first.secretName(), first.name(), names(spec)),
                    "ClientsReady");
            plan.step(
                    "HealthReady", new CephHealthStep(first.secretName(), names(spec), 0, List.of()), "CephConnected");
        });
    }

    static boolean deleted(CephStorage storage) {
        return storage.getSpec().deletionPolicy() == DeletionPolicy.Delete;
    }

    /** @param copies of pools that do not say it themselves */
    static List<CephPool> pools(CephStorage.Spec spec, Optional<Integer> copies) {
        return spec.pools().stream()
                .map(pool -> new CephPool(
                        pool.name(),
                        Optional.ofNullable(pool.replicas()).or(() -> copies),
                        Optional.ofNullable(pool.placementGroups()),
                        false))
                .toList();
    }

    static List<String> names(CephStorage.Spec spec) {
        return spec.pools().stream().map(CephStorage.Pool::name).toList();
    }

    /** The users that the operator has made so far. */
    static List<String> former(CephStorage storage) {
        var status = storage.getStatus();
        return status == null || status.clients() == null ? List.of() : status.clients();
    }
}
