package io.c5c3.cli.terminal;

import io.c5c3.local.Interruption;
import io.c5c3.local.Progress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What a long command shows while it works: its phases, and in each of them what is being done right now. */
public interface Board extends AutoCloseable {
    /** A phase begins. Phases may overlap. */
    Phase phase(String name);

    @Override
    void close();

    static Board on(Terminal terminal) {
        return terminal.interactive()
                ? new LiveTree(terminal, System::nanoTime)
                : new PlainLines(terminal, System::nanoTime);
    }

    /** One part of the command; it is also where the work inside reports its steps. */
    interface Phase extends Progress {
        /** Lines that show how things stand, asked for again at each redraw; only a terminal shows them. */
        void body(Supplier<List<Text>> lines);

        /** Something that happened; only printed where there is no body to see it in. */
        void event(String text);

        void done(String result);

        void failed(String why);

        /** It was not brought to its end, because something else failed. */
        void stopped();

        /** Does the phase's work; when that fails, so does the phase. The reason is told by whoever catches it. */
        default <T> T attempt(Supplier<T> work) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (Interruption.isWhy(e)) {
                    stopped();
                } else {
                    failed("did not work");
                }
                throw e;
            }
        }

        /** Until now, or until it ended. */
        Duration elapsed();
    }
}
