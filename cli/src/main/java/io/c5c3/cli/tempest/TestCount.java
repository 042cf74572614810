package io.c5c3.cli.tempest;

import java.util.regex.Pattern;

/** How far a run is, from what it prints. */
final class TestCount {
    private static final Pattern TOTAL = Pattern.compile("Tests to run: (\\d+)");
    private static final Pattern OUTCOME =
            Pattern.compile("\\{\\d+\\} (.+?)(?: \\[[^]]*])? \\.\\.\\. (ok|FAILED|SKIPPED).*");

    private int total;
    private int passed;
    private int failed;
    private int skipped;
    private String last = "";

    /** Returns whether there is something new to tell. */
    synchronized boolean add(String line) {
        var announced = TOTAL.matcher(line);
        if (announced.matches()) {
            total = Integer.parseInt(announced.group(1));
            return true;
        }
        var outcome = OUTCOME.matcher(line);
        if (!outcome.matches()) {
            return false;
        }
        last = outcome.group(1);
        switch (outcome.group(2)) {
            case "ok" -> passed++;
            case "FAILED" -> failed++;
            default -> skipped++;
        }
        return true;
    }

    /** A class that cannot be set up counts once, however many tests it has: the sum need not reach the total. */
    @Override
    public synchronized String toString() {
        return passed + failed + skipped + (total == 0 ? "" : " of " + total) + ": " + passed + " passed, " + failed
                + " failed, " + skipped + " skipped" + (last.isEmpty() ? "" : "; " + last);
    }
}
