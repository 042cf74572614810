package io.c5c3.cli.terminal;

import java.util.List;

/** A picture that replaces the one before: drawn over it on a terminal, printed below it elsewhere. */
public final class Screen implements AutoCloseable {
    private final Terminal terminal;
    private int drawn;

    public Screen(Terminal terminal) {
        this.terminal = terminal;
    }

    public void show(List<Text> lines) {
        if (!terminal.interactive()) {
            terminal.print(lines);
            terminal.print("");
            return;
        }
        var size = terminal.size();
        var frame = new StringBuilder(drawn > 0 ? "\033[" + drawn + "A" : "");
        var fitting = lines.subList(0, Math.min(lines.size(), size.height() - 1));
        fitting.forEach(line -> frame.append('\r')
                .append(terminal.shown(line.cut(size.width() - 1)))
                .append("\033[K\n"));
        terminal.write(frame.append("\033[J").toString());
        drawn = fitting.size();
    }

    @Override
    public void close() {}
}
