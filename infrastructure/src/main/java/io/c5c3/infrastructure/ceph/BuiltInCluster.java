package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Plan;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ConfigFiles;
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
                new MonitorAddressStep(names, new ClusterObjects(storage).monitors(), options),
                "KeysReady");
        plan.step("StorageReady", storage(names, deleted), "Accepted");
        ClusterPlace.of(facts, names).ifPresentOrElse(place -> daemons(plan, names, place, facts), () -> waiting(plan));
        plan.step("CephConnected", new CephConnectedStep(names.admin(), "", List.of()), "MonitorReady");
        plan.step("PoolsReady", new PoolsStep(names.admin(), pools(), false), "CephConnected");
        plan.step(
                "ClientsReady",
                new ClientsStep(names.admin(), spec.clients(), CephStorageBlueprint.former(storage), false),
                "PoolsReady");
        plan.step("MonitoringReady", new ManagerMetrics(storage).step(facts), "CephConnected");
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
                                spec.builtIn().osds() - spare(),
                                List.of(WITHOUT_MODULES))),
                "PoolsReady",
                "OSDsReady",
                "ManagerReady");
    }

    private List<CephPool> pools() {
        return CephStorageBlueprint.pools(storage.getSpec(), Optional.of(copies())).stream()
                .map(pool -> new CephPool(
                        pool.name(),
                        pool.copies(),
                        pool.placementGroups().or(() -> Optional.of(PLACEMENT_GROUPS)),
                        true))
                .toList();
    }

    /** Who wants three monitors wants to lose one of three. */
    private int copies() {
        return Math.min(
                storage.getSpec().builtIn().monitors(),
                storage.getSpec().builtIn().osds());
    }

    /** How many disks may be away while everything in the pools can be read and written. */
    private int spare() {
        return pools().stream()
                .mapToInt(pool -> {
                    var kept = pool.copies().orElse(1);
                    return kept - CephPool.enough(kept);
                })
                .min()
                .orElse(0);
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
        var monitors = place.monitors().size();
        workloads.budget(ClusterNames.MONITOR, monitors).ifPresent(beside::add);
        var besideDisks = new ArrayList<HasMetadata>(List.of(disk.configMap()));
        workloads.budget(ClusterNames.DISK, count).ifPresent(besideDisks::add);
        plan.step(
                "MonitorReady",
                new FoundedStep(
                        new EnoughStep(
                                new WorkloadStep(workloads.monitors(monitor), beside, Set.of()), monitors / 2 + 1),
                        names.of(ClusterNames.MONITOR),
                        claims(names.of(ClusterNames.MONITOR), monitors),
                        // One of several takes everything from the others.
                        true,
                        "restore " + (monitors == 1 ? "its volume" : "the volume of one")
                                + " from a backup, or have its maps rebuilt from the disks, and delete its"
                                + " pod (without its maps nothing on the disks can be read: if it begins with nothing,"
                                + " so do they)",
                        new NewMaps(names, claims(disks, count)),
                        CephStorageBlueprint.deleted(storage)),
                "AddressReady");
        plan.step(
                "ManagerReady",
                managers(names, workloads, manager),
                // The key of the second is made by the cluster.
                storage.getSpec().builtIn().managers() == 1 ? "AddressReady" : "CephConnected");
        plan.step(
                "OSDsReady",
                new SequenceStep(
                        new DisksStep(names.admin(), names.diskKeys(), place.fsid(), count),
                        new RefillStep(names.admin(), disks, count),
                        new FoundedStep(
                                new EnoughStep(
                                        new WorkloadStep(workloads.disks(disk), besideDisks, Set.of()),
                                        count - spare()),
                                disks,
                                claims(disks, count),
                                // A pool may keep a single copy of everything: what was on a disk may be lost with it.
                                false,
                                "restore its volume from a backup and delete its pod",
                                new GivenUpDisks(disks),
                                CephStorageBlueprint.deleted(storage))),
                "CephConnected");
    }

    private Step managers(ClusterNames names, ClusterWorkloads workloads, ConfigFiles files) {
        var first = new WorkloadStep(workloads.manager(files), List.of(files.configMap()), Set.of());
        if (storage.getSpec().builtIn().managers() == 1) {
            return first;
        }
        return new AnyStep(List.of(
                first,
                new SequenceStep(
                        new ManagerKeyStep(names.admin(), names.managerKeys()),
                        new WorkloadStep(workloads.secondManager(files), List.of(), Set.of()))));
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
                    new VerdictStep(Outcome.waiting("WaitingForAddress", "No monitor has an address yet.")),
                    "AddressReady");
        }
    }

    private Step storage(ClusterNames names, boolean deleted) {
        var wish = storage.getSpec().builtIn();
        var claims = new ArrayList<Step>();
        for (var number = 0; number < wish.monitors(); number++) {
            claims.add(claim(names.of(ClusterNames.MONITOR) + "-" + number, ClusterWorkloads.MONITOR_SIZE, deleted));
        }
        for (var number = 0; number < wish.osds(); number++) {
            claims.add(claim(names.of(ClusterNames.DISK) + "-" + number, wish.storageSize(), deleted));
        }
        return new SequenceStep(claims);
    }

    private static Step claim(String pod, String size, boolean deleted) {
        return new ClaimStep(ClusterPod.VOLUME + "-" + pod, size, Optional.empty(), deleted);
    }
}
