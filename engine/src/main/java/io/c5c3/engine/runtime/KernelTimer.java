package io.c5c3.engine.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
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

    private static final String GAP = " If it is stopped and goes on, it may send a request that it had begun.";

    private final Kernel kernel;
    private final MemorySegment timer;

    private KernelTimer(Kernel kernel, MemorySegment timer) {
        this.kernel = kernel;
        this.timer = timer;
    }

    /** Something that ends the process, or, where there is no such thing, nothing but a line in the log. */
    static DeadManSwitch create() {
        return Kernel.FOUND
                .flatMap(kernel -> kernel.timer().<DeadManSwitch>map(timer -> new KernelTimer(kernel, timer)))
                .orElseGet(Without::new);
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

    /**
     * The functions of the kernel. An operator has a timer for each lease, and linking takes time, so they are looked up once.
     *
     * @param origin what the kernel's clock shows when {@link System#nanoTime()} shows 0
     */
    private record Kernel(MethodHandle create, MethodHandle set, long origin) {

        static final Optional<Kernel> FOUND = find();

        private static Optional<Kernel> find() {
            if (ProcessHandle.current().pid() == 1) {
                LOG.warn("This process is the first of its PID namespace and cannot be ended by a timer."
                        + " Set shareProcessNamespace." + GAP);
                return Optional.empty();
            }
            var create = function("timer_create", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            var read = function("clock_gettime", ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
            var set = function(
                    "timer_settime",
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.ADDRESS);
            if (create.isEmpty() || read.isEmpty() || set.isEmpty()) {
                LOG.warn("This system has no timers that end a process." + GAP);
                return Optional.empty();
            }
            return Optional.of(new Kernel(create.get(), set.get(), origin(read.get())));
        }

        private static Optional<MethodHandle> function(String name, MemoryLayout... arguments) {
            var linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find(name)
                    .map(address ->
                            linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments)));
        }

        private static long origin(MethodHandle read) {
            try (var arena = Arena.ofConfined()) {
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
            } catch (Throwable e) {
                throw uncallable(e);
            }
        }

        /** Empty if this user has as many as the system allows. */
        Optional<MemorySegment> timer() {
            try (var arena = Arena.ofConfined()) {
                var event = arena.allocate(EVENT_SIZE, Long.BYTES);
                event.set(ValueLayout.JAVA_INT, EVENT_SIGNAL, SIGKILL);
                var timer = arena.allocate(ValueLayout.ADDRESS);
                var answer = (int) create.invokeExact(CLOCK_MONOTONIC, event, timer);
                if (answer != 0) {
                    LOG.warn("The kernel has no timer left for this user." + GAP);
                    return Optional.empty();
                }
                return Optional.of(timer.get(ValueLayout.ADDRESS, 0));
            } catch (Throwable e) {
                throw uncallable(e);
            }
        }

        void set(MemorySegment timer, long time) {
            try (var arena = Arena.ofConfined()) {
                var times = arena.allocate(TIMES_SIZE, Long.BYTES);
                times.set(ValueLayout.JAVA_LONG, TIMES_SECONDS, time / SECOND);
                times.set(ValueLayout.JAVA_LONG, TIMES_NANOSECONDS, time % SECOND);
                var answer = (int) set.invokeExact(timer, TIMER_ABSTIME, times, MemorySegment.NULL);
                if (answer != 0) {
                    throw new IllegalStateException("The kernel's timer could not be set");
                }
            } catch (Throwable e) {
                throw uncallable(e);
            }
        }

        private static IllegalStateException uncallable(Throwable cause) {
            return cause instanceof IllegalStateException told
                    ? told
                    : new IllegalStateException("The kernel's timers cannot be called", cause);
        }
    }

    /** The time is an absolute one: it does not move if the process is stopped right here. */
    @Override
    public void endAt(long nanoTime) {
        // A time of 0 would mean never.
        kernel.set(timer, Math.max(1, nanoTime + kernel.origin()));
    }

    @Override
    public void never() {
        kernel.set(timer, 0);
    }
}
