package io.c5c3.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A line of text whose parts may have styles. It knows its width, which a string full of colour codes does not. */
public record Text(List<Span> spans) {
    public static final Text EMPTY = new Text(List.of());
    private static final String CUT = "…";
    private static final String CONTROL_SEQUENCE = "\033\\[[0-9;?]*[ -/]*[@-~]";

    /** Neighbouring characters of one style. */
    public record Span(Style style, String text) {}

    public Text {
        spans = List.copyOf(spans);
    }

    public static Text of(String text) {
        return of(Style.PLAIN, text);
    }

    public static Text of(Style style, String text) {
        // What comes from a cluster or a builder may hold colours, line breaks and worse: one line stays one line.
        var line = text.replaceAll(CONTROL_SEQUENCE, "").replaceAll("\\p{Cntrl}+", " ");
        return line.isEmpty() ? EMPTY : new Text(List.of(new Span(style, line)));
    }

    /** For places that are too small for all of it: whoever reports the failure at the end tells the rest. */
    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    public Text plus(String text) {
        return plus(Style.PLAIN, text);
    }

    public Text plus(Style style, String text) {
        return plus(of(style, text));
    }

    public Text plus(Text other) {
        var all = new ArrayList<>(spans);
        all.addAll(other.spans);
        return new Text(all);
    }

    public int width() {
        return spans.stream()
                .mapToInt(span -> span.text().codePointCount(0, span.text().length()))
                .sum();
    }

    public Text padded(int width) {
        var missing = width - width();
        return missing <= 0 ? this : plus(" ".repeat(missing));
    }

    /** At most as wide; what is cut off leaves a mark. */
    public Text cut(int width) {
        if (width() <= width) {
            return this;
        }
        var kept = new ArrayList<Span>();
        var room = width - CUT.length();
        for (var span : spans) {
            var points = span.text().codePointCount(0, span.text().length());
            if (points >= room) {
                var end = span.text().offsetByCodePoints(0, Math.max(0, room));
                kept.add(new Span(span.style(), span.text().substring(0, end) + CUT));
                break;
            }
            kept.add(span);
            room -= points;
        }
        return new Text(kept);
    }

    /** As a terminal with colours wants it. */
    public String painted() {
        return spans.stream().map(span -> span.style().paint(span.text())).collect(Collectors.joining());
    }

    /** The bare characters. */
    @Override
    public String toString() {
        return spans.stream().map(Span::text).collect(Collectors.joining()).stripTrailing();
    }
}
