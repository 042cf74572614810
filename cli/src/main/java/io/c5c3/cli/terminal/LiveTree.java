package io.c5c3.cli.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** A board that is redrawn in place, a few times a second, until the work is over. Its last picture stays. */
final class LiveTree implements Board {
    private static final Duration PAUSE = Duration.ofMillis(120);
    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    private final Terminal terminal;
    private final LongSupplier clock;
    private final List<LivePhase> phases = new CopyOnWriteArrayList<>();
    private final Thread painter = Thread.ofVirtual().unstarted(this::paint);
    // Control-C ends the process from outside: without this the person would be left without a cursor.
    private final Thread farewell = Thread.ofPlatform().unstarted(this::interrupted);
    private int drawn;
    private boolean left;

    LiveTree(Terminal terminal, LongSupplier clock) {
        this.terminal = terminal;
        this.clock = clock;
        Runtime.getRuntime().addShutdownHook(farewell);
        terminal.write(HIDE_CURSOR);
        painter.start();
    }

    @Override
    public Phase phase(String name) {
        var phase = new LivePhase(name, clock);
        phases.add(phase);
        return phase;
    }

    private void paint() {
        try {
            while (true) {
                draw();
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            // The board is closed: the last picture is drawn by whoever closed it.
        }
    }

    private synchronized void draw() {
        if (left) {
            return;
        }
        var size = terminal.size();
        var frame = new StringBuilder();
        if (drawn > 0) {
            frame.append("\033[").append(drawn).append('A');
        }
        var lines = fitting(size.height() - 1);
        lines.forEach(line -> frame.append('\r')
                .append(terminal.shown(line.cut(size.width() - 1)))
                .append(CLEAR_LINE)
                .append('\n'));
        terminal.write(frame.append(CLEAR_BELOW).toString());
        drawn = lines.size();
    }

    /** A picture must not be taller than the screen, or it could not be drawn over: what is finished goes first. */
    private List<Text> fitting(int height) {
        var lines = new ArrayList<LivePhase.Line>();
        phases.forEach(phase -> lines.addAll(phase.lines()));
        var surplus = lines.size() - height;
        for (var i = 0; i < lines.size() && surplus > 0; ) {
            if (lines.get(i).past()) {
                lines.remove(i);
                surplus--;
            } else {
                i++;
            }
        }
        return lines.stream().map(LivePhase.Line::text).limit(height).toList();
    }

    private synchronized void leave() {
        if (!left) {
            draw();
            left = true;
            terminal.write(SHOW_CURSOR);
        }
    }

    private void interrupted() {
        leave();
        terminal.print(Text.of("Interrupted. Run the command again: it continues where it stopped."));
    }

    @Override
    public void close() {
        painter.interrupt();
        leave();
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
        } catch (IllegalStateException e) {
            // The process is already ending, and the hook has run.
        }
    }
}
