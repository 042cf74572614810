package io.c5c3.local;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/** Where a long-running piece of work tells a person what it is doing. Safe to use from several threads. */
public interface Progress {
    /** A step begins; close() it when it is done. The text says what a person waits for, e.g. "Building kube-apiserver v1.34.4". */
    Step begin(String what);

    /** Does some work as one step; when it fails, the step says why. */
    default void run(String what, Consumer<Step> work) {
        call(what, step -> {
            work.accept(step);
            return what;
        });
    }

    /** Like {@link #run}, for work that has a result. */
    default <T> T call(String what, Function<Step, T> work) {
        try (var step = begin(what)) {
            try {
                return work.apply(step);
            } catch (RuntimeException e) {
                if (Interruption.isWhy(e)) {
                    step.stopped();
                } else {
                    step.failed(Objects.requireNonNullElse(e.getMessage(), e.toString()));
                }
                throw e;
            }
        }
    }

    /** One thing a person waits for. */
    interface Step extends AutoCloseable {
        /** What the step is busy with right now; each text replaces the one before. */
        void detail(String text);

        /** The step did not succeed; close() still follows. */
        void failed(String why);

        /** The step was not brought to its end, because something else failed; close() still follows. */
        void stopped();

        @Override
        void close();
    }

    /** Tells nobody. */
    static Progress silent() {
        return what -> new Step() {
            @Override
            public void detail(String text) {}

            @Override
            public void failed(String why) {}

            @Override
            public void stopped() {}

            @Override
            public void close() {}
        };
    }

    /** Plain lines with elapsed time: for logs, and for terminals that cannot move their cursor. */
    static Progress lines(PrintStream out) {
        return new ProgressLines(out, System::nanoTime, Duration.ofSeconds(5));
    }
}
