package io.c5c3.engine.runtime;

import io.c5c3.engine.Leadership;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who of several copies works, by a Lease. Times in the Lease are for people: nobody compares them with a clock. Somebody else's lease has
 * run out when it has not changed for as long as it lasts, on our own clock; ours ends that long after we last asked for it, on that clock
 * too, which is never later than anybody else can tell.
 */
final class Election implements Leadership {

    private static final Logger LOG = LoggerFactory.getLogger(Election.class);
    private static final int CONFLICT = 409;
    private static final int MARGIN = 10;

    private final KubernetesClient client;
    private final String name;
    private final OperatorHost.Lease wanted;
    private final Resource<Lease> lease;
    private final LongSupplier clock;
    private final Runnable won;
    private final Runnable lost;
    private final DeadManSwitch end;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Thread thread;

    /** What was last seen, and when it was first seen so. Only the thread of the election touches these. */
    private @Nullable Lease seen;

    private long seenAt;

    private volatile boolean held;
    private volatile long validUntil;

    /**
     * @param clock in nanoseconds, never going back
     * @param won called once, when this process leads
     * @param lost called once, when it no longer does
     * @param end for when it is not even able to find out that it no longer does
     */
    Election(
            KubernetesClient client,
            String name,
            OperatorHost.Lease wanted,
            LongSupplier clock,
            Runnable won,
            Runnable lost,
            DeadManSwitch end) {
        this.client = client;
        this.name = name;
        this.wanted = wanted;
        this.lease = client.leases().inNamespace(wanted.namespace()).withName(name);
        this.clock = clock;
        this.won = won;
        this.lost = lost;
        this.end = end;
        this.validUntil = clock.getAsLong();
    }

    void start() {
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        try {
            do {
                turn();
            } while (!ended.await(rest().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the next attempt; not past the end of the lease, so that it is noticed, and said, before the switch ends everything. */
    private Duration rest() {
        var remaining = remaining();
        return held && remaining.compareTo(wanted.retry()) < 0 ? remaining.plusMillis(1) : wanted.retry();
    }

    /** One attempt to get the lease, or to keep it. What has run out is not renewed: somebody may have had it in between. */
    void turn() {
        if (!lapsed()) {
            try {
                attempt();
            } catch (KubernetesClientException e) {
                LOG.warn("The lease {} cannot be had right now: {}", name, e.getMessage());
            }
        }
        if (lapsed()) {
            held = false;
            lost.run();
        }
    }

    private boolean lapsed() {
        return held && !remaining().isPositive();
    }

    private void attempt() {
        // The time of asking, not of the answer: others begin to count when they see what we write, which is later.
        var asked = clock.getAsLong();
        var known = seen;
        if (held && known != null) {
            // Most of the time nobody else wants it: then one request is enough.
            if (!write(asked, known)) {
                seen = null;
                attempt();
            }
            return;
        }
        var there = lease.get();
        if (there == null) {
            write(
                    asked,
                    new LeaseBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .withNamespace(wanted.namespace())
                            .endMetadata()
                            .withNewSpec()
                            .endSpec()
                            .build());
            return;
        }
        if (seen == null || !version(there).equals(version(seen))) {
            seen = there;
            seenAt = asked;
        }
        var holder = holder(there);
        if (held && !holder.equals(wanted.identity())) {
            // Somebody has decided that we are gone; there is nothing to argue about.
            validUntil = asked;
        } else if (holder.isEmpty()
                || holder.equals(wanted.identity())
                || asked - seenAt >= lasts(there).toNanos()) {
            write(asked, there);
        }
    }

    /** Takes or renews it, if it is still as we saw it; says whether it was. */
    private boolean write(long asked, Lease there) {
        var spec = there.getSpec() == null ? new LeaseSpec() : there.getSpec();
        var ours = wanted.identity().equals(spec.getHolderIdentity());
        var now = ZonedDateTime.now(ZoneOffset.UTC);
        var mine = new LeaseBuilder(there)
                .withNewSpec()
                .withHolderIdentity(wanted.identity())
                .withLeaseDurationSeconds((int) wanted.lasts().toSeconds())
                .withRenewTime(now)
                .withAcquireTime(ours && spec.getAcquireTime() != null ? spec.getAcquireTime() : now)
                .withLeaseTransitions(
                        (spec.getLeaseTransitions() == null ? 0 : spec.getLeaseTransitions()) + (ours ? 0 : 1))
                .endSpec()
                .build();
        try {
            seen = there.getMetadata().getResourceVersion() == null
                    ? client.resource(mine).create()
                    : client.resource(mine).update();
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                // Another was faster; another look shows who.
                return false;
            }
            throw e;
        }
        seenAt = asked;
        // Half of what is spared: later than we notice ourselves, earlier than anybody else may lead.
        end.endAt(asked + wanted.lasts().toNanos() - margin() / 2);
        validUntil = asked + wanted.lasts().toNanos();
        if (!held) {
            held = true;
            won.run();
        }
        return true;
    }

    private static String version(Lease lease) {
        return String.valueOf(lease.getMetadata().getResourceVersion());
    }

    private static String holder(Lease lease) {
        var holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    /** Whoever wrote it counts on what it says. */
    private Duration lasts(Lease lease) {
        var seconds = lease.getSpec() == null ? null : lease.getSpec().getLeaseDurationSeconds();
        return seconds == null ? wanted.lasts() : Duration.ofSeconds(seconds);
    }

    boolean leads() {
        return held && remaining().isPositive();
    }

    /** With a tenth to spare: no two clocks run alike. */
    @Override
    public Duration remaining() {
        return held ? Duration.ofNanos(validUntil - clock.getAsLong() - margin()) : Duration.ZERO;
    }

    private long margin() {
        return wanted.lasts().toNanos() / MARGIN;
    }

    /**
     * Stops asking for the lease and gives it back, so that the next leader need not wait for it to run out.
     *
     * @param idle whether everything that was begun under it has ended; if not, it is left to run out
     */
    void end(boolean idle) {
        ended.countDown();
        join();
        var mine = seen;
        if (!held || mine == null || !idle) {
            return;
        }
        held = false;
        end.never();
        try {
            // At the version that we wrote: if somebody else has it by now, it is not ours to give.
            client.resource(new LeaseBuilder(mine)
                            .editSpec()
                            .withHolderIdentity("")
                            .endSpec()
                            .build())
                    .update();
        } catch (KubernetesClientException e) {
            LOG.warn(
                    "The lease could not be given back, so the next leader waits until it runs out: {}",
                    e.getMessage());
        }
    }

    private void join() {
        var running = thread;
        if (running != null) {
            try {
                running.join(wanted.lasts());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
