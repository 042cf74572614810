package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.Anew;
import io.c5c3.engine.step.ClaimStep;
import io.c5c3.engine.step.FoundedStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.engine.step.WorkloadStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The steps to a small cluster of our own. */
record BuiltInCluster(CephStorage storage, String operator) {

    /** The manager runs without its modules, and the cluster counts that as a failure. */
    private static final String WITHOUT_MODULES = "MGR_MODULE_ERROR";

    /** Enough for the few disks of a small cluster, and quickly made. */
    private static final int PLACEMENT_GROUPS = 8;

    void plan(Plan.Builder plan, Facts facts) {
        var names = new ClusterNames(storage.getMetadata().getName());
        var spec = storage.getSpec();
        var deleted = CephStorageBlueprint.deleted(storage);
        var options = new ClusterOptions(spec.builtIn().config());
        plan.step("KeysReady", new ClusterKeysStep(names.keys(), names.backup(), deleted), "Accepted");
        plan.step(
                "AddressReady",
                new MonitorAddressStep(names, new ClusterObjects(storage).monitor(), options),
                "KeysReady");
        plan.step("StorageReady", storage(names, deleted), "Accepted");
        ClusterPlace.of(facts, names).ifPresentOrElse(place -> daemons(plan, names, place, facts), () -> waiting(plan));
        plan.step("CephConnected", new CephConnectedStep(names.admin(), "", List.of()), "MonitorReady");
        plan.step("PoolsReady", new PoolsStep(names.admin(), pools(), false), "CephConnected");
        plan.step(
                "ClientsReady",
                new ClientsStep(names.admin(), spec.clients(), CephStorageBlueprint.former(storage), false),
                "PoolsReady");
        plan.step(
                "HealthReady",
                new SequenceStep(
                        new LostGroupsStep(
                                names.admin(),
                                names.of(ClusterNames.DISK),
                                spec.builtIn().osds()),
                        new CephHealthStep(
                                names.admin(),
                                CephStorageBlueprint.names(spec),
                                spec.builtIn().osds(),
                                List.of(WITHOUT_MODULES))),
                "PoolsReady",
                "OSDsReady",
                "ManagerReady");
    }

    private List<CephPool> pools() {
        return CephStorageBlueprint.pools(storage.getSpec(), Optional.of(1)).stream()
                .map(pool -> new CephPool(
                        pool.name(), pool.copies(), pool.placementGroups().or(() -> Optional.of(PLACEMENT_GROUPS))))
                .toList();
    }

    private void daemons(Plan.Builder plan, ClusterNames names, ClusterPlace place, Facts facts) {
        var workloads = new ClusterWorkloads(storage, place, operator);
        var objects = new ClusterObjects(storage);
        var monitor = objects.files(ClusterNames.MONITOR, place);
        var manager = objects.files(ClusterNames.MANAGER, place);
        var disk = objects.files(ClusterNames.DISK, place);
        var beside = new ArrayList<HasMetadata>(objects.networkPolicy(facts));
        beside.add(monitor.configMap());
        var count = storage.getSpec().builtIn().osds();
        var disks = names.of(ClusterNames.DISK);
        plan.step(
                "MonitorReady",
                founded(
                        new WorkloadStep(workloads.monitor(monitor), beside, Set.of()),
                        names.of(ClusterNames.MONITOR),
                        1,
                        "restore its volume from a backup, or have its maps rebuilt from the disks, and delete its"
                                + " pod (without its maps nothing on the disks can be read: if it begins with nothing,"
                                + " so do they)",
                        new NewMaps(names, claims(disks, count))),
                "AddressReady");
        plan.step(
                "ManagerReady",
                new WorkloadStep(workloads.manager(manager), List.of(manager.configMap()), Set.of()),
                "AddressReady");
        plan.step(
                "OSDsReady",
                new SequenceStep(
                        new DisksStep(names.admin(), names.diskKeys(), place.fsid(), count),
                        founded(
                                new WorkloadStep(workloads.disks(disk), List.of(disk.configMap()), Set.of()),
                                disks,
                                count,
                                "restore its volume from a backup and delete its pod",
                                new GivenUpDisks(disks))),
                "CephConnected");
    }

    /** A pool may keep a single copy of everything: each disk that is lost is lost for good. */
    private FoundedStep founded(WorkloadStep servers, String set, int count, String restore, Anew anew) {
        return new FoundedStep(
                servers, set, claims(set, count), false, restore, anew, CephStorageBlueprint.deleted(storage));
    }

    private static List<String> claims(String set, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> ClusterPod.VOLUME + "-" + set + "-" + number)
                .toList();
    }

    /** Before the cluster has an address there is nothing to tell its pods. */
    private static void waiting(Plan.Builder plan) {
        for (var condition : List.of("MonitorReady", "ManagerReady", "OSDsReady")) {
            plan.step(
                    condition,
                    new VerdictStep(Outcome.waiting("WaitingForAddress", "The monitor has no address yet.")),
                    "AddressReady");
        }
    }

    private Step storage(ClusterNames names, boolean deleted) {
        var wish = storage.getSpec().builtIn();
        var claims = new ArrayList<Step>();
        claims.add(claim(names.of(ClusterNames.MONITOR) + "-0", ClusterWorkloads.MONITOR_SIZE, deleted));
        for (var number = 0; number < wish.osds(); number++) {
            claims.add(claim(names.of(ClusterNames.DISK) + "-" + number, wish.storageSize(), deleted));
        }
        return new SequenceStep(claims);
    }

    private static Step claim(String pod, String size, boolean deleted) {
        return new ClaimStep(ClusterPod.VOLUME + "-" + pod, size, Optional.empty(), deleted);
    }
}
