package io.c5c3.infrastructure.ceph.monitor;

import com.fasterxml.jackson.databind.node.TextNode;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Records;
import io.c5c3.engine.Thing;
import io.c5c3.infrastructure.ceph.CephFailure;
import io.c5c3.infrastructure.ceph.CephLogin;
import io.c5c3.infrastructure.ceph.CephRefused;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who made what in a cluster, in the store of its monitors. What is written on a pool itself (its application's metadata) could only be
 * written after it was made, and on a user nothing can be. The store has no way to write only what is not there: in one process a lock
 * makes up for that.
 *
 * @param admin who asks
 */
record OwnerKeys(CephLogin admin) implements Records<CephFailure> {

    private static final String FOLDER = "c5c3/owner/";
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    private static String key(Thing thing) {
        return FOLDER + thing;
    }

    @Override
    public Optional<Owner> owner(Thing thing) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            return owner(session, thing);
        }
    }

    private static Optional<Owner> owner(MonitorSession session, Thing thing) throws CephFailure {
        try {
            return Owner.parse(
                    session.ask("config-key get", Map.of("key", key(thing))).asText(""));
        } catch (CephRefused e) {
            if (e.isAbsent()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void record(Thing thing, Owner owner) throws CephFailure {
        ONE_AT_A_TIME.lock();
        try (var session = MonitorSession.open(admin)) {
            if (owner(session, thing).isEmpty()) {
                // As JSON, since that is what answers are read as.
                session.ask("config-key set", Map.of("key", key(thing), "val", new TextNode(owner.text()).toString()));
            }
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    @Override
    public void strike(Thing thing) throws CephFailure {
        try (var session = MonitorSession.open(admin)) {
            // One that is not there is no error to Ceph either.
            session.ask("config-key rm", Map.of("key", key(thing)));
        }
    }
}
