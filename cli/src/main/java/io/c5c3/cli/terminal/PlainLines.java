package io.c5c3.cli.terminal;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A board for logs: a line whenever something begins, ends or happens, with the time since the command began. */
final class PlainLines implements Board {
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final Terminal terminal;
    private final LongSupplier clock;
    private final long start;

    PlainLines(Terminal terminal, LongSupplier clock) {
        this.terminal = terminal;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    @Override
    public Phase phase(String name) {
        return new PlainPhase(name);
    }

    @Override
    public void close() {}

    private void print(String text) {
        var seconds = Duration.ofNanos(clock.getAsLong() - start).toMillis() / 1000.0;
        terminal.print(Text.of(String.format(Locale.ROOT, "%7.1f s  %s", seconds, text)));
    }

    private final class PlainPhase implements Phase {
        private final String name;
        private final Stopwatch watch = new Stopwatch(clock);

        PlainPhase(String name) {
            this.name = name;
            print(name);
        }

        @Override
        public Step begin(String what) {
            return new PlainStep(name + ": " + what);
        }

        @Override
        public void body(Supplier<List<Text>> lines) {}

        @Override
        public void event(String text) {
            print(name + ": " + text);
        }

        @Override
        public void done(String result) {
            print(name + ": " + result + " (" + Elapsed.precise(watch.stop()) + ")");
        }

        @Override
        public void failed(String why) {
            print(name + ": failed after " + Elapsed.precise(watch.stop()) + ": " + why);
        }

        @Override
        public void stopped() {
            print(name + ": stopped after " + Elapsed.precise(watch.stop()));
        }

        @Override
        public Duration elapsed() {
            return watch.elapsed();
        }
    }

    private final class PlainStep implements io.c5c3.local.Progress.Step {
        private final String what;
        private final Stopwatch watch = new Stopwatch(clock);
        private Duration printed = Duration.ZERO;
        private boolean ended;

        PlainStep(String what) {
            this.what = what;
            print(what);
        }

        @Override
        public synchronized void detail(String text) {
            // Builders say a hundred things a second; now and then one of them shows that they are alive.
            if (!ended && watch.elapsed().minus(printed).compareTo(QUIET) >= 0) {
                printed = watch.elapsed();
                print(what + ": " + text);
            }
        }

        @Override
        public synchronized void failed(String why) {
            ended = true;
            print(what + ": failed: " + Text.firstLine(why));
        }

        @Override
        public synchronized void stopped() {
            ended = true;
        }

        @Override
        public synchronized void close() {
            if (!ended) {
                ended = true;
                print(what + ": done (" + Elapsed.precise(watch.stop()) + ")");
            }
        }
    }
}
