package io.c5c3.engine.runtime;

import io.c5c3.engine.Ref;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which resource is to be looked at next. A resource is in it once, however often it was asked for, and nobody gets it a second time while
 * somebody looks at it. Whoever is asked for most comes round no more often than the others: a resource that uses up its allowance waits,
 * and a namespace may occupy most of the places but never all.
 */
final class WorkQueue {

    /**
     * What a queue allows.
     *
     * @param places looks at once
     * @param perNamespace of these for one namespace
     * @param burst looks at one resource right after one another
     * @param pace how long it takes a resource to earn another
     */
    record Limits(int places, int perNamespace, int burst, Duration pace) {
        static final Limits USUAL = new Limits(16, 12, 10, Duration.ofMillis(500));
    }

    /** A resource that is due later. */
    private record Due(Ref resource, long at) {}

    /** How much of its allowance a resource has used up, as the time at which it has it back in full. */
    private static final class Allowance {
        private long full;

        /** How long until the resource may be looked at; the look is counted if that is now. */
        long take(long now, Limits limits) {
            var pace = limits.pace().toNanos();
            var start = Math.max(full, now);
            var ahead = start + pace - now - pace * limits.burst();
            if (ahead > 0) {
                return ahead;
            }
            full = start + pace;
            return 0;
        }
    }

    private final Limits limits;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Ref> ready = new ArrayDeque<>();
    private final Set<Ref> waiting = new HashSet<>();
    private final PriorityQueue<Due> later = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    private final Map<Ref, Long> dueAt = new HashMap<>();
    private final Set<Ref> running = new HashSet<>();
    private final Set<Ref> askedMeanwhile = new HashSet<>();
    private final Map<String, Integer> busy = new HashMap<>();
    private final Map<Ref, Allowance> allowances = new HashMap<>();
    private boolean closed;

    /** @param clock in nanoseconds, never going back */
    WorkQueue(Limits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** The resource is to be looked at as soon as may be; after the look that is under way, if there is one. */
    void add(Ref resource) {
        locked(() -> {
            if (running.contains(resource)) {
                askedMeanwhile.add(resource);
            } else if (waiting.add(resource)) {
                ready.add(resource);
            }
        });
    }

    /** The resource is to be looked at after this time, unless it is looked at before. */
    void add(Ref resource, Duration after) {
        locked(() -> defer(resource, clock.getAsLong() + after.toNanos()));
    }

    private void defer(Ref resource, long at) {
        var known = dueAt.get(resource);
        if (known == null || known > at) {
            dueAt.put(resource, at);
            later.add(new Due(resource, at));
        }
    }

    /** Waits for a resource whose turn it is; empty once the queue is closed. It counts as being looked at until {@link #done}. */
    Optional<Ref> take() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                var next = poll();
                if (next.isPresent()) {
                    return next;
                }
                var due = later.peek();
                if (due == null) {
                    changed.await();
                } else {
                    changed.awaitNanos(Math.max(1, due.at() - clock.getAsLong()));
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** The same without waiting. */
    Optional<Ref> poll() {
        lock.lock();
        try {
            var now = clock.getAsLong();
            promote(now);
            return Optional.ofNullable(next(now));
        } finally {
            lock.unlock();
        }
    }

    /** What was due later is due now. */
    private void promote(long now) {
        for (var due = later.peek(); due != null && due.at() <= now; due = later.peek()) {
            later.remove();
            if (Long.valueOf(due.at()).equals(dueAt.get(due.resource()))) {
                dueAt.remove(due.resource());
                if (running.contains(due.resource())) {
                    askedMeanwhile.add(due.resource());
                } else if (waiting.add(due.resource())) {
                    ready.add(due.resource());
                }
            }
        }
    }

    private @Nullable Ref next(long now) {
        if (running.size() >= limits.places()) {
            return null;
        }
        for (var candidates = ready.iterator(); candidates.hasNext(); ) {
            var candidate = candidates.next();
            if (busy.getOrDefault(candidate.namespace(), 0) >= limits.perNamespace()) {
                continue;
            }
            candidates.remove();
            waiting.remove(candidate);
            var wait = allowances
                    .computeIfAbsent(candidate, key -> new Allowance())
                    .take(now, limits);
            if (wait > 0) {
                defer(candidate, now + wait);
                continue;
            }
            // The look that begins now is the one that was due.
            dueAt.remove(candidate);
            running.add(candidate);
            busy.merge(candidate.namespace(), 1, Integer::sum);
            return candidate;
        }
        return null;
    }

    /** The look has ended. */
    void done(Ref resource) {
        locked(() -> {
            running.remove(resource);
            busy.computeIfPresent(resource.namespace(), (key, count) -> count == 1 ? null : count - 1);
            if (askedMeanwhile.remove(resource) && waiting.add(resource)) {
                ready.add(resource);
            }
        });
    }

    /** The resource is gone: nothing is kept of it. */
    void forget(Ref resource) {
        locked(() -> {
            dueAt.remove(resource);
            allowances.remove(resource);
        });
    }

    int depth() {
        lock.lock();
        try {
            return ready.size();
        } finally {
            lock.unlock();
        }
    }

    int running() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }

    /** No further look begins. */
    void close() {
        locked(() -> closed = true);
    }

    /** Waits for the looks that are under way. */
    boolean awaitIdle(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            var left = atMost.toNanos();
            while (!running.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return running.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
