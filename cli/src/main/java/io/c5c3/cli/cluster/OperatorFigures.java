package io.c5c3.cli.cluster;

/** What a copy of the operator says of its own work, as Prometheus reads it. */
record OperatorFigures(String text) {

    /** It leads, and nothing waits for its look any more. A copy that waits for the lease has looked at nothing. */
    boolean hasLookedAtEverything() {
        return value("c5c3_looks_total") > 0 && value("c5c3_queue_depth") == 0 && value("c5c3_reconciles_running") == 0;
    }

    private double value(String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(0);
    }
}
