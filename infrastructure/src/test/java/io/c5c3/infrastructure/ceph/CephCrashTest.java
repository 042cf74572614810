package io.c5c3.infrastructure.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.foreign.CephBlockPool;
import io.c5c3.api.foreign.CephClient;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.engine.Conditions;
import io.c5c3.engine.Ports;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills the operator at every single write, before and after it: whoever comes next finds its way, to the same cluster. */
class CephCrashTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyWriteMayBeTheLast(boolean afterwards) {
        var fatal = 1;
        while (survives(fatal, afterwards)) {
            fatal++;
        }
        assertThat(fatal).as("writes on the way to Ready").isGreaterThan(15);
    }

    /** Returns whether there was such a write at all. */
    private static boolean survives(int fatal, boolean afterwards) {
        var ceph = new MemoryCeph();
        var world = new Simulation(List.of(new CephStorageBlueprint()), new Ports().with(Ceph.class, ceph));
        world.cluster().without(CephBlockPool.class);
        world.cluster().without(CephClient.class);
        var storage = new CephStorage();
        storage.setMetadata(new ObjectMetaBuilder().withName("ceph").build());
        storage.setSpec(new CephStorage.Spec(null, null, null, null, null, null, null));
        world.add(storage);
        var killer = new Killer(fatal, afterwards);
        world.cluster().interfere(killer);
        try {
            world.settle();
        } catch (Killed e) {
            world.settle();
        }
        // The cluster lets only that administrator in who came first; a second key would have been turned away.
        assertThat(Conditions.ready(world.find(CephStorage.class, "ceph").orElseThrow()))
                .as("write %s", fatal)
                .isTrue();
        assertThat(ceph.changes()).as("write %s", fatal).doesNotHaveDuplicates();
        return killer.left <= 0;
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class Killer implements MemoryCluster.Interference {
        private final boolean afterwards;
        private int left;

        Killer(int fatal, boolean afterwards) {
            this.left = fatal;
            this.afterwards = afterwards;
        }

        @Override
        public void before(String write) {
            left--;
            if (left == 0 && !afterwards) {
                throw new Killed();
            }
        }

        @Override
        public void after(String write) {
            if (left == 0 && afterwards) {
                throw new Killed();
            }
        }
    }
}
