package io.c5c3.tests.memory;

import io.c5c3.engine.cluster.Interfered;
import io.c5c3.engine.cluster.MemoryCluster;
import io.c5c3.infrastructure.ceph.CephUnavailable;
import io.c5c3.infrastructure.ceph.MemoryCeph;
import io.c5c3.infrastructure.identity.IdentityUnavailable;
import io.c5c3.infrastructure.identity.MemoryIdentity;
import io.c5c3.infrastructure.ovn.MemoryOvsdb;
import io.c5c3.infrastructure.ovn.OvsdbFailure;
import io.c5c3.infrastructure.rabbitmq.BrokerUnavailable;
import io.c5c3.infrastructure.rabbitmq.MemoryBroker;
import io.c5c3.infrastructure.sql.MemorySql;
import io.c5c3.infrastructure.sql.SqlUnavailable;
import io.c5c3.services.cinder.MemoryVolumes;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;

/** What can happen to a single write. */
enum Fault {
    /** It is made, and the process dies. */
    KILLED_AFTER(true, true),
    /** The process dies instead. */
    KILLED_BEFORE(false, true),
    /** It is not made, and the process is told so. */
    REFUSED(false, false),
    /** It is made, and the process never hears of it. */
    ANSWER_LOST(true, false);

    /** The process dies; no catch clause of the engine may swallow it. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("killed", null, false, false);
        }
    }

    private static final List<Integer> ANSWERS = List.of(409, 429, 500);

    final boolean made;
    final boolean deadly;

    Fault(boolean made, boolean deadly) {
        this.made = made;
        this.deadly = deadly;
    }

    /** @param number of the write; what the API server answers goes by it */
    void strike(Interfered world, int number) {
        if (deadly) {
            throw new Killed();
        }
        Fault.<RuntimeException>toss(failure(world, made ? 0 : ANSWERS.get(number % ANSWERS.size())));
    }

    /** As the port of this world says that it cannot be reached. */
    static Exception failure(Interfered world, int answer) {
        return switch (world) {
            case MemoryCluster cluster -> new KubernetesClientException("as the test wants it", answer, null);
            case MemorySql sql -> new SqlUnavailable("as the test wants it");
            case MemoryBroker broker -> new BrokerUnavailable("as the test wants it");
            case MemoryCeph ceph -> new CephUnavailable("as the test wants it");
            case MemoryOvsdb ovsdb -> new OvsdbFailure("as the test wants it");
            case MemoryIdentity identity -> new IdentityUnavailable("as the test wants it");
            case MemoryVolumes volumes -> new IdentityUnavailable("as the test wants it");
            default -> throw new AssertionError("Say here how a " + world.getClass() + " fails");
        };
    }

    /** Servers in memory announce their writes in the middle of methods that declare these. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void toss(Exception e) throws E {
        throw (E) e;
    }
}
