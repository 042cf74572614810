package io.c5c3.infrastructure.ceph;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The pools, made by whoever may. A pool that is no longer asked for stays: there may be volumes in it.
 *
 * @param admin the Secret to log in with
 * @param deleted whether deleting the resource deletes the pools
 */
record PoolsStep(String admin, List<CephPool> pools, boolean deleted) implements Step {

    @Override
    public Outcome run(Work work) {
        var done = Outcome.done("PoolsAvailable", "The cluster has the pools " + String.join(", ", names()) + ".");
        return new AdminTask(admin, "pools", List.of(), wish()).run(work, done, (ceph, login) -> {
            var problem = new CephClaim(work, ceph, login).layPools(names());
            if (problem.isEmpty()) {
                ceph.ensurePools(login, pools);
            }
            return problem;
        });
    }

    private List<String> names() {
        return pools.stream().map(CephPool::name).toList();
    }

    private Map<String, List<Integer>> wish() {
        return pools.stream()
                .collect(Collectors.toMap(
                        CephPool::name,
                        pool -> List.of(
                                pool.copies().orElse(0), pool.placementGroups().orElse(0))));
    }

    @Override
    public Outcome teardown(Work work) {
        if (!deleted || !(new CephSecret(work.namespace(), admin).read(work) instanceof CephSecret.Usable(var login))) {
            return Outcome.skipped("The pools stay.");
        }
        try {
            new CephClaim(work, work.port(Ceph.class), login).dropPools(names());
            return Outcome.skipped("Taken down.");
        } catch (CephFailure e) {
            return Outcome.waiting(
                            "PoolsNotDeleted",
                            "The pools " + String.join(", ", names()) + " cannot be deleted: " + e.getMessage()
                                    + ". Write deletionPolicy: Retain to leave them.")
                    .retry(CephConnectedStep.WHILE_ILL);
        }
    }
}
