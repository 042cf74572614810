package io.c5c3.cli.plane;

import io.c5c3.cli.terminal.Branches;
import io.c5c3.cli.terminal.Style;
import io.c5c3.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;

/** A tree of causes as lines. Long sentences go on in the next line: they are what a person came for. */
public final class CauseText {
    private static final int NARROWEST = 30;

    private CauseText() {}

    /** {@code width}: where lines end; the largest number for "never". */
    public static List<Text> lines(Cause cause, int width) {
        var lines = new ArrayList<Text>();
        for (var row : Branches.of(List.of(cause), Cause::causes)) {
            var one = row.value();
            var head = Text.of(Style.DIM, row.stem())
                    .plus(one.style(), one.title())
                    .plus("  ");
            var rest = Text.of(Style.DIM, row.rest() + " ");
            lines.addAll(wrapped(head, rest, one.text(), Style.PLAIN, width));
            var quoted = Text.of(Style.DIM, row.rest() + " ");
            one.quotes().forEach(quote -> lines.addAll(wrapped(quoted, quoted.plus("  "), quote, Style.DIM, width)));
        }
        return lines;
    }

    private static List<Text> wrapped(Text head, Text rest, String text, Style style, int width) {
        var lines = new ArrayList<Text>();
        var start = head;
        var line = new StringBuilder();
        for (var word : text.strip().split("\\s+", -1)) {
            var room = Math.max(NARROWEST, width - start.width());
            if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
                lines.add(start.plus(style, line.toString()));
                start = rest;
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(start.plus(style, line.toString()));
        return lines;
    }
}
