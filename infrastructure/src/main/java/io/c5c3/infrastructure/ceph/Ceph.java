package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Records;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/**
 * What the operators ask of a Ceph cluster. Every call opens a connection of its own and closes it: looks are rare, and a connection kept
 * open would be one more thing that can go stale. What is already as it should be is left alone.
 */
public interface Ceph {

    /** Who made which pool and which user. */
    Records<CephFailure> records(CephLogin admin) throws CephFailure;

    boolean hasPool(CephLogin admin, String pool) throws CephFailure;

    boolean hasUser(CephLogin admin, String user) throws CephFailure;

    /** How the cluster is, as this user sees it; the least a user of a pool may ask. */
    CephReport report(CephLogin login) throws CephFailure;

    /** Makes the pools that are not there, for block devices, and gives them the copies they are to have. */
    void ensurePools(CephLogin admin, List<CephPool> pools) throws CephFailure;

    /** Makes the users that are not there, sees to it that they may do just this, and tells their keys. */
    SortedMap<String, CephKey> ensureUsers(CephLogin admin, List<CephUser> users) throws CephFailure;

    /** Reserves a number for the disk with this UUID. */
    void ensureDisk(CephLogin admin, int number, String uuid) throws CephFailure;

    /** Begins anew, with nothing in them, the groups of which the cluster itself says that no disk has them; how many there were. */
    int beginLostGroups(CephLogin admin) throws CephFailure;

    /** Whether this disk is away, and everything in the pools is there all the same. */
    boolean spares(CephLogin admin, int disk) throws CephFailure;

    /** Takes a check out of the reckoning of the cluster's health. */
    void mute(CephLogin admin, String check) throws CephFailure;

    /** Has the manager run this module, which it then does within seconds. */
    void ensureModule(CephLogin admin, String module) throws CephFailure;

    void dropUsers(CephLogin admin, Collection<String> users) throws CephFailure;

    /** Deletes the pools with everything in them. */
    void dropPools(CephLogin admin, Collection<String> pools) throws CephFailure;
}
