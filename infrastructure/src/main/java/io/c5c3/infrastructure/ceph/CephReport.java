package io.c5c3.infrastructure.ceph;

import java.util.List;
import java.util.SortedMap;

/**
 * What a cluster says of itself.
 *
 * @param health HEALTH_OK, HEALTH_WARN or HEALTH_ERR
 * @param checks the sentences behind it, without those that were muted
 * @param mutes the checks that somebody muted
 * @param managed whether a manager is at work; without one the figures below are old
 * @param groups how many placement groups there are, by state
 * @param pools by name
 */
public record CephReport(
        String fsid,
        String version,
        String health,
        List<String> checks,
        List<String> mutes,
        boolean managed,
        int disks,
        int disksUp,
        SortedMap<String, Integer> groups,
        long totalBytes,
        long availableBytes,
        SortedMap<String, Space> pools) {

    private static final long GIBIBYTE = 1L << 30;

    /** @param availableBytes what can still be written, every copy of it counted once */
    public record Space(long usedBytes, long availableBytes) {}

    public CephReport {
        checks = List.copyOf(checks);
        mutes = List.copyOf(mutes);
    }

    /** Whether everything in the pools can be read and written. Pools of which no group is known yet cannot. */
    public boolean active() {
        return groups.isEmpty()
                ? pools.isEmpty()
                : groups.keySet().stream().allMatch(state -> state.startsWith("active"));
    }

    public boolean failing() {
        return "HEALTH_ERR".equals(health);
    }

    /** The health with its reasons, for a sentence. */
    public String describe() {
        return checks.isEmpty() ? health : health + " (" + String.join("; ", checks) + ")";
    }

    /** Whole gibibytes: what people plan with, and a figure that does not change with every write. */
    public static long gibibytes(long bytes) {
        return bytes / GIBIBYTE;
    }
}
