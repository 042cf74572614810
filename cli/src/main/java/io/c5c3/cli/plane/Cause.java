package io.c5c3.cli.plane;

import io.c5c3.cli.terminal.Style;
import java.util.List;

/**
 * Something that is wrong, and below it what makes it so.
 *
 * @param title what it is: an object or a condition
 * @param text what is wrong with it
 * @param quotes what others said of it, word for word: log lines and events
 */
public record Cause(String title, Style style, String text, List<String> quotes, List<Cause> causes) {
    public Cause {
        quotes = List.copyOf(quotes);
        causes = List.copyOf(causes);
    }

    static Cause of(String title, String text, List<String> quotes, List<Cause> causes) {
        return new Cause(title, Style.BAD, text, quotes, causes);
    }
}
