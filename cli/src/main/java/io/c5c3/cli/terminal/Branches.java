package io.c5c3.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The lines that show which row of a tree hangs below which. */
public final class Branches {
    private Branches() {}

    /**
     * One row of a drawn tree.
     *
     * @param stem what stands before the row's first line
     * @param rest what stands before further lines that belong to it
     */
    public record Row<T>(String stem, String rest, T value) {}

    /** A tree in the order in which it is drawn. */
    public static <T> List<Row<T>> of(List<T> roots, Function<T, List<T>> children) {
        var rows = new ArrayList<Row<T>>();
        for (var root : roots) {
            add(rows, "", "", root, children);
        }
        return rows;
    }

    private static <T> void add(List<Row<T>> rows, String stem, String indent, T value, Function<T, List<T>> children) {
        var below = children.apply(value);
        rows.add(new Row<>(stem, below.isEmpty() ? indent + "   " : indent + "│  ", value));
        for (var i = 0; i < below.size(); i++) {
            var last = i == below.size() - 1;
            add(rows, indent + (last ? "└─ " : "├─ "), indent + (last ? "   " : "│  "), below.get(i), children);
        }
    }
}
