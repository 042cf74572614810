package io.c5c3.infrastructure.ceph;

import java.util.Optional;

/**
 * A pool as it should be.
 *
 * @param copies of everything in it; as the cluster sees fit when absent
 * @param placementGroups to begin with; as the cluster sees fit when absent
 */
public record CephPool(String name, Optional<Integer> copies, Optional<Integer> placementGroups) {}
