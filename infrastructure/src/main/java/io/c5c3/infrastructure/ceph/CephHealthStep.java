package io.c5c3.infrastructure.ceph;

import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.time.Duration;
import java.util.List;

/**
 * Whether what is in the pools can be read and written, as the cluster itself says, and how much room there is.
 *
 * @param secret with a login
 * @param pools those the status tells of
 * @param disks how many must be up; 0 if that is not our business
 * @param muted checks of the cluster that fail by design
 */
record CephHealthStep(String secret, List<String> pools, int disks, List<String> muted) implements Step {

    private static final Duration WHILE_WELL = Duration.ofSeconds(60);

    CephHealthStep {
        pools = List.copyOf(pools);
        muted = List.copyOf(muted);
    }

    @Override
    public Outcome run(Work work) {
        return switch (new CephSecret(work.namespace(), secret).read(work)) {
            case CephSecret.Unusable problem -> problem.outcome();
            case CephSecret.Usable usable -> ask(work, usable.login());
        };
    }

    private Outcome ask(Work work, CephLogin login) {
        try {
            var ceph = work.port(Ceph.class);
            var report = ceph.report(login);
            for (var check : muted) {
                if (!report.mutes().contains(check)) {
                    ceph.mute(login, check);
                    report = ceph.report(login);
                }
            }
            measure(work, report);
            return told(report);
        } catch (CephFailure e) {
            return CephConnectedStep.failed(login, e);
        }
    }

    private Outcome told(CephReport report) {
        return verdict(report)
                .found("fsid", report.fsid())
                .found("version", report.version())
                .found("health", report.health())
                .found(
                        "capacity",
                        new CephStorage.Capacity(
                                CephReport.gibibytes(report.totalBytes()),
                                CephReport.gibibytes(report.availableBytes())))
                .found(
                        "pools",
                        report.pools().entrySet().stream()
                                .filter(pool -> pools.contains(pool.getKey()))
                                .map(pool -> new CephStorage.PoolStatus(
                                        pool.getKey(),
                                        CephReport.gibibytes(pool.getValue().usedBytes()),
                                        CephReport.gibibytes(pool.getValue().availableBytes())))
                                .toList());
    }

    private void measure(Work work, CephReport report) {
        work.measure("capacity_bytes", (double) report.totalBytes());
        work.measure("available_bytes", (double) report.availableBytes());
        work.measure("disks_up", report.disksUp());
        work.measure("disks_wanted", Math.max(disks, report.disks()));
        work.measure("health_status", severity(report));
    }

    /** As Ceph's own metric of this name counts. */
    private static double severity(CephReport report) {
        return switch (report.health()) {
            case "HEALTH_OK" -> 0;
            case "HEALTH_WARN" -> 1;
            default -> 2;
        };
    }

    private Outcome verdict(CephReport report) {
        if (disks > 0 && report.disksUp() < disks) {
            return ill(
                    "DisksDown",
                    report.disksUp() + " disks are up, and " + disks + " are needed: " + report.describe() + ".");
        }
        if (!report.managed()) {
            return ill("NoManager", "No manager is at work: " + report.describe() + ".");
        }
        if (!report.active()) {
            return ill(
                    "WaitingForPlacementGroups",
                    "Not all placement groups are active (" + report.groups() + "): " + report.describe() + ".");
        }
        if (report.failing()) {
            return ill("ClusterFailing", "The cluster says " + report.describe() + ".");
        }
        return Outcome.done("ClusterHealthy", "The cluster says " + report.describe() + ".")
                .again(WHILE_WELL);
    }

    private static Outcome ill(String reason, String message) {
        return Outcome.waiting(reason, message).retry(CephConnectedStep.WHILE_ILL);
    }
}
