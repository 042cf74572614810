package io.c5c3.local;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Progress as plain lines: one when a step begins, one when it ends, and now and then what a long one is busy with. */
final class ProgressLines implements Progress {
    private final PrintStream out;
    private final LongSupplier clock;
    private final Duration quiet;

    /** A detail is only printed when the step has printed nothing for as long as {@code quiet}. */
    ProgressLines(PrintStream out, LongSupplier clock, Duration quiet) {
        this.out = out;
        this.clock = clock;
        this.quiet = quiet;
    }

    @Override
    public Step begin(String what) {
        var step = new Line(what);
        step.print("      ", what);
        return step;
    }

    private final class Line implements Step {
        private final String what;
        private final long begun = clock.getAsLong();
        private long printed = begun;
        private boolean ended;

        Line(String what) {
            this.what = what;
        }

        @Override
        public synchronized void detail(String text) {
            if (!ended && clock.getAsLong() - printed >= quiet.toNanos()) {
                print("      ", what + ": " + text);
            }
        }

        @Override
        public synchronized void failed(String why) {
            end("failed", what + ": " + why);
        }

        @Override
        public synchronized void stopped() {
            end("stopped", what);
        }

        @Override
        public synchronized void close() {
            end("done  ", what);
        }

        private void end(String mark, String text) {
            if (!ended) {
                ended = true;
                print(mark, text);
            }
        }

        private void print(String mark, String text) {
            printed = clock.getAsLong();
            // One println per line, so that the lines of parallel steps never mix.
            out.println(String.format(Locale.ROOT, "%s %7.1f s  %s", mark, (printed - begun) / 1e9, text));
        }
    }
}
