package io.c5c3.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows whose cells stand below each other; a column in which nothing stands is left out. */
public final class Columns {
    private static final String GAP = "  ";

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
            lines.add(line(titles.stream().map(title -> Text.of(Style.DIM, title)).toList(), widths));
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

    private Text line(List<Text> cells, int[] widths) {
        var line = Text.EMPTY;
        var pending = "";
        for (var i = 0; i < widths.length && i < cells.size(); i++) {
            if (widths[i] == 0) {
                continue;
            }
            line = line.plus(pending).plus(cells.get(i).padded(widths[i]));
            pending = GAP;
        }
        return line;
    }
}
