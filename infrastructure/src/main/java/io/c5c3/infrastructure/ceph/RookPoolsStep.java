package io.c5c3.infrastructure.ceph;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pools, as resources of Rook in its own namespace, where somebody has to allow it. One that somebody else wrote is used as it is if
 * it was allowed by name. Those that are no longer asked for stay: there may be volumes in them.
 *
 * @param deleted whether deleting the resource deletes the pools
 */
record RookPoolsStep(CephStorage.Rook rook, List<CephStorage.Pool> pools, boolean deleted) implements Step {

    static final String READY = "Ready";
    private static final int SAFE = 2;
    private static final int COPIES = 3;

    /** They are in another namespace, where nothing is pruned. */
    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of();
    }

    @Override
    public List<HasMetadata> objects() {
        return pools.stream().<HasMetadata>map(this::resource).toList();
    }

    @Override
    public Outcome run(Work work) {
        for (var pool : pools) {
            var ref = ref(pool);
            var way = work.elsewhere(ref);
            var closed = RookUse.refused(work, way, CephBlockPool.class);
            if (closed.isPresent()) {
                return closed.get();
            }
            var there = way.find(CephBlockPool.class)
                    .filter(found -> !work.owns(found))
                    .orElseGet(() -> work.applyIn(way, resource(pool)));
            var status = there.getStatus();
            if (status == null || !READY.equals(status.phase())) {
                return Outcome.waiting(
                                "WaitingForRook",
                                ref + " in " + rook.namespace() + " is "
                                        + phase(status == null ? null : status.phase()))
                        .on(ref);
            }
        }
        return Outcome.done(
                "PoolsAvailable",
                "Rook has made the pools "
                        + String.join(
                                ", ", pools.stream().map(CephStorage.Pool::name).toList()) + ".");
    }

    /** What a resource of Rook is, as the end of a sentence. */
    static String phase(@Nullable String phase) {
        return phase == null || phase.isBlank()
                ? "not looked at yet: is there a CephCluster in that namespace, and does Rook's operator run?"
                : phase + ".";
    }

    private Ref ref(CephStorage.Pool pool) {
        return Ref.of(CephBlockPool.class, rook.namespace(), pool.name());
    }

    private CephBlockPool resource(CephStorage.Pool pool) {
        int copies = Objects.requireNonNullElse(pool.replicas(), COPIES);
        var groups = pool.placementGroups();
        var resource = new CephBlockPool();
        resource.setMetadata(new ObjectMetaBuilder()
                .withNamespace(rook.namespace())
                .withName(pool.name())
                .build());
        resource.setSpec(new CephBlockPool.Spec(
                rook.failureDomain(),
                new CephBlockPool.Replicated(copies, copies >= SAFE),
                groups == null ? null : new TreeMap<>(Map.of("pg_num", String.valueOf(groups)))));
        return resource;
    }

    @Override
    public Outcome teardown(Work work) {
        if (deleted && work.serves(CephBlockPool.class)) {
            for (var pool : pools) {
                work.deleteIn(work.elsewhere(ref(pool)), CephBlockPool.class);
            }
        }
        return Outcome.skipped("Taken down.");
    }
}
