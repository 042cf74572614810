package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Claim;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Thing;
import io.c5c3.engine.Work;
import java.util.List;
import java.util.Optional;

/** A resource's right to pools and users of a cluster, which others may use as well. */
record CephClaim(Work work, Ceph ceph, CephLogin admin) {

    private static Thing pool(String name) {
        return new Thing("pool", name);
    }

    /** @param name without its kind: glance for client.glance */
    private static Thing client(String name) {
        return new Thing("ceph-client", name);
    }

    /** Makes all these pools ours, or says whose one is. */
    Optional<Outcome> layPools(List<String> names) throws CephFailure {
        return claim().lay(names.stream()
                .map(name -> new Claim.Wanted<CephFailure>(pool(name), () -> ceph.hasPool(admin, name)))
                .toList());
    }

    /** Makes all these users ours, or says whose one is. */
    Optional<Outcome> layClients(List<String> names) throws CephFailure {
        return claim().lay(names.stream()
                .map(name ->
                        new Claim.Wanted<CephFailure>(client(name), () -> ceph.hasUser(admin, CephSecret.user(name))))
                .toList());
    }

    /** Deletes those of the pools that are ours. */
    void dropPools(List<String> names) throws CephFailure {
        for (var name : names) {
            if (claim().holds(pool(name))) {
                ceph.dropPools(admin, List.of(name));
                claim().release(pool(name));
            }
        }
    }

    /** Deletes those of the users that are ours. */
    void dropClients(List<String> names) throws CephFailure {
        for (var name : names) {
            if (claim().holds(client(name))) {
                ceph.dropUsers(admin, List.of(CephSecret.user(name)));
                claim().release(client(name));
            }
        }
    }

    private Claim<CephFailure> claim() throws CephFailure {
        return new Claim<>(
                work,
                ceph.records(admin),
                "the Ceph cluster at " + admin.monitors().getFirst());
    }
}
