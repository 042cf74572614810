package io.c5c3.api.common;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody meant who wrote a name that nobody knows. */
final class Spelling {

    private Spelling() {}

    static Optional<String> nearest(String name, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= Math.max(1, candidate.length() / 3))
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    /** How many letters have to be put in, left out or replaced. */
    private static int distance(String from, String to) {
        var row = new int[to.length() + 1];
        Arrays.setAll(row, column -> column);
        for (var i = 1; i <= from.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= to.length(); j++) {
                var replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
