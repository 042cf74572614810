package io.c5c3.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows whose cells stand below each other; a column in which nothing stands is left out. */
public final class Columns {
    private static final int GAP = 2;

    private final List<List<Text>> rows = new ArrayList<>();
    private final List<String> titles;

    public Columns(String... titles) {
        this.titles = List.of(titles);
    }

    public Columns row(Text... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public List<Text> lines() {
        var lines = new ArrayList<Text>();
        var widths = widths();
        if (titles.stream().anyMatch(title -> !title.isEmpty())) {
            var cells = new ArrayList<Text>();
            for (var i = 0; i < widths.length; i++) {
                cells.add(Text.of(Style.DIM, widths[i] == 0 ? "" : titles.get(i)));
            }
            lines.add(line(cells, widths));
        }
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private int[] widths() {
        var widths = new int[titles.size()];
        for (var row : rows) {
            for (var i = 0; i < widths.length && i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).width());
            }
        }
        for (var i = 0; i < widths.length; i++) {
            // Zero stays zero: the column is empty, and its title says nothing.
            widths[i] = widths[i] == 0 ? 0 : Math.max(widths[i], titles.get(i).length());
        }
        return widths;
    }

    /** Blanks come before a cell, not after it: a line that ends early is not too long for a narrow terminal. */
    private Text line(List<Text> cells, int[] widths) {
        var line = Text.EMPTY;
        var start = 0;
        for (var i = 0; i < widths.length && i < cells.size(); i++) {
            if (cells.get(i).width() > 0) {
                line = line.padded(start).plus(cells.get(i));
            }
            start += widths[i] == 0 ? 0 : widths[i] + GAP;
        }
        return line;
    }
}
