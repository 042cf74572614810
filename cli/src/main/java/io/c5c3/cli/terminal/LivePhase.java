package io.c5c3.cli.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A phase as the live tree draws it: a line of its own and, while it lasts, a line for each of its steps. */
final class LivePhase implements Board.Phase {
    private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final int NAME_WIDTH = 14;
    private static final int TIME_WIDTH = 10;

    /**
     * A line of the picture.
     *
     * @param past it tells of something finished, and can be left out where room is short
     */
    record Line(Text text, boolean past) {}

    private enum State {
        RUNNING,
        DONE,
        FAILED,
        STOPPED
    }

    private final String name;
    private final LongSupplier clock;
    private final Stopwatch watch;
    private final List<LiveStep> steps = new CopyOnWriteArrayList<>();
    private volatile Supplier<List<Text>> body = List::of;
    private volatile State state = State.RUNNING;
    private volatile String result = "";

    LivePhase(String name, LongSupplier clock) {
        this.name = name;
        this.clock = clock;
        this.watch = new Stopwatch(clock);
    }

    @Override
    public Step begin(String what) {
        var step = new LiveStep(what);
        steps.add(step);
        return step;
    }

    @Override
    public void body(Supplier<List<Text>> lines) {
        body = lines;
    }

    @Override
    public void event(String text) {}

    @Override
    public void done(String text) {
        end(State.DONE, text);
    }

    @Override
    public void failed(String why) {
        end(State.FAILED, why);
    }

    @Override
    public void stopped() {
        end(State.STOPPED, "stopped");
    }

    private void end(State how, String text) {
        watch.stop();
        result = text;
        state = how;
    }

    @Override
    public Duration elapsed() {
        return watch.elapsed();
    }

    List<Line> lines() {
        var lines = new ArrayList<Line>();
        var title = sign(state, watch)
                .plus(Style.BOLD, " " + name)
                .padded(NAME_WIDTH)
                .plus(Style.DIM, " " + rightAligned(watch.elapsed()));
        lines.add(new Line(title.plus("  " + result), false));
        if (state != State.DONE) {
            steps.forEach(step -> lines.add(step.line()));
            body.get().forEach(text -> lines.add(new Line(Text.of("  ").plus(text), false)));
        }
        return lines;
    }

    private static String rightAligned(Duration time) {
        var text = Elapsed.precise(time);
        return " ".repeat(Math.max(0, TIME_WIDTH - text.length())) + text;
    }

    private static Text sign(State state, Stopwatch watch) {
        return switch (state) {
            case RUNNING -> {
                var turn = (int) (watch.elapsed().toMillis() / 120 % SPINNER.length());
                yield Text.of(Style.WAITING, SPINNER.substring(turn, turn + 1));
            }
            case DONE -> Text.of(Style.GOOD, "✔");
            case FAILED -> Text.of(Style.BAD, "✖");
            case STOPPED -> Text.of(Style.DIM, "-");
        };
    }

    private final class LiveStep implements Step {
        private final String what;
        private final Stopwatch watch = new Stopwatch(clock);
        private volatile State state = State.RUNNING;
        private volatile String detail = "";

        LiveStep(String what) {
            this.what = what;
        }

        @Override
        public void detail(String text) {
            detail = text;
        }

        @Override
        public void failed(String why) {
            detail = Text.firstLine(why);
            state = State.FAILED;
            watch.stop();
        }

        @Override
        public void stopped() {
            detail = "stopped";
            state = State.STOPPED;
            watch.stop();
        }

        @Override
        public void close() {
            if (state == State.RUNNING) {
                detail = "";
                state = State.DONE;
                watch.stop();
            }
        }

        Line line() {
            var text = Text.of("  ")
                    .plus(sign(state, watch))
                    .plus(" " + what + "  ")
                    .plus(Style.DIM, Elapsed.precise(watch.elapsed()))
                    .plus(Style.DIM, detail.isBlank() ? "" : "  " + detail.strip());
            return new Line(text, state == State.DONE);
        }
    }
}
