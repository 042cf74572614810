package io.c5c3.infrastructure.ceph;

import java.util.Optional;

/**
 * A pool as it should be.
 *
 * @param copies of everything in it; as the cluster sees fit when absent
 * @param placementGroups to begin with; as the cluster sees fit when absent
 * @param tended whether we say as well what copies must not share, and how many of them are enough to go on; else the cluster's owner does
 */
public record CephPool(String name, Optional<Integer> copies, Optional<Integer> placementGroups, boolean tended) {

    /** How many copies must be there for the pool to be read and written: with fewer, what was written last might be on a single disk. */
    public static int enough(int copies) {
        return copies - copies / 2;
    }
}
