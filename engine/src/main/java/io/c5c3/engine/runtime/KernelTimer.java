package io.c5c3.engine.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer of the kernel (see timer_create(2)) that kills this process: it also kills one that was stopped, before it can go on. The first
 * process of a PID namespace cannot be killed from within, so the operator's pod shares its namespace with the sandbox.
 */
final class KernelTimer implements DeadManSwitch {

    private static final Logger LOG = LoggerFactory.getLogger(KernelTimer.class);

    private static final int CLOCK_MONOTONIC = 1;
    private static final int TIMER_ABSTIME = 1;
    private static final int SIGKILL = 9;
    private static final long SECOND = 1_000_000_000L;

    /** Two readings of one clock further apart than this were interrupted. */
    private static final long AT_ONCE = 10_000_000L;

    /** struct sigevent: the value, the number of the signal, and how it is sent, of which 0 is as a signal. */
    private static final long EVENT_SIZE = 64;

    private static final long EVENT_SIGNAL = 8;

    /** struct itimerspec: the interval and the time, each in seconds and nanoseconds. */
    private static final long TIMES_SIZE = 32;

    private static final long TIMES_SECONDS = 16;
    private static final long TIMES_NANOSECONDS = 24;

    private final MethodHandle set;
    private final MemorySegment timer;

    /** What the kernel's clock shows when {@link System#nanoTime()} shows 0. */
    private final long origin;

    private KernelTimer(MethodHandle set, MemorySegment timer, long origin) {
        this.set = set;
        this.timer = timer;
        this.origin = origin;
    }

    /** Something that ends the process, or, where there is no such thing, nothing but a line in the log. */
    static DeadManSwitch create() {
        if (ProcessHandle.current().pid() == 1) {
            LOG.warn(
                    "This process is the first of its PID namespace and cannot be ended by a timer."
                            + " If it is stopped and goes on, it may send a request that it had begun. Set shareProcessNamespace.");
            return new Without();
        }
        return find().<DeadManSwitch>map(found -> found).orElseGet(() -> {
            LOG.warn("This system has no timers that end a process."
                    + " If it is stopped and goes on, it may send a request that it had begun.");
            return new Without();
        });
    }

    /** Nothing ends the process but the process itself. */
    private record Without() implements DeadManSwitch {
        @Override
        public void endAt(long nanoTime) {
            LOG.trace("No timer is set to {}", nanoTime);
        }

        @Override
        public void never() {
            LOG.trace("No timer is set");
        }
    }

    private static Optional<KernelTimer> find() {
        var create = function("timer_create", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        var read = function("clock_gettime", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
        var set = function(
                "timer_settime", ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        if (create.isEmpty() || read.isEmpty() || set.isEmpty()) {
            return Optional.empty();
        }
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(EVENT_SIZE, Long.BYTES);
            event.set(ValueLayout.JAVA_INT, EVENT_SIGNAL, SIGKILL);
            var timer = arena.allocate(ValueLayout.ADDRESS);
            var answer = (int) create.get().invokeExact(CLOCK_MONOTONIC, event, timer);
            return answer == 0
                    ? Optional.of(
                            new KernelTimer(set.get(), timer.get(ValueLayout.ADDRESS, 0), origin(read.get(), arena)))
                    : Optional.empty();
        } catch (Throwable e) {
            throw new IllegalStateException("The kernel's timers cannot be called", e);
        }
    }

    private static Optional<MethodHandle> function(String name, java.lang.foreign.MemoryLayout... arguments) {
        var linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(address -> linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments)));
    }

    private static long origin(MethodHandle read, Arena arena) throws Throwable {
        var time = arena.allocate(2 * Long.BYTES, Long.BYTES);
        while (true) {
            var before = System.nanoTime();
            var answer = (int) read.invokeExact(CLOCK_MONOTONIC, time);
            var after = System.nanoTime();
            if (answer == 0 && after - before < AT_ONCE) {
                return time.get(ValueLayout.JAVA_LONG, 0) * SECOND
                        + time.get(ValueLayout.JAVA_LONG, Long.BYTES)
                        - after;
            }
        }
    }

    /** The time is an absolute one: it does not move if the process is stopped right here. */
    @Override
    public void endAt(long nanoTime) {
        // A time of 0 would mean never.
        set(Math.max(1, nanoTime + origin));
    }

    @Override
    public void never() {
        set(0);
    }

    private void set(long kernel) {
        try (var arena = Arena.ofConfined()) {
            var times = arena.allocate(TIMES_SIZE, Long.BYTES);
            times.set(ValueLayout.JAVA_LONG, TIMES_SECONDS, kernel / SECOND);
            times.set(ValueLayout.JAVA_LONG, TIMES_NANOSECONDS, kernel % SECOND);
            var answer = (int) set.invokeExact(timer, TIMER_ABSTIME, times, MemorySegment.NULL);
            if (answer != 0) {
                throw new IllegalStateException("The kernel's timer could not be set");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("The kernel's timers cannot be called", e);
        }
    }
}
