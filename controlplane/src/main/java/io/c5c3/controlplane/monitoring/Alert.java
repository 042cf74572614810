package io.c5c3.controlplane.monitoring;

import io.c5c3.api.foreign.PrometheusRule;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something an engineer is told of.
 *
 * @param section of docs/runbook.md, which says what it means and what to do; several alerts may have one
 * @param title of the figure behind it, on a dashboard
 * @param measure the figure, as a query, where {@link #HERE} stands for what chooses a plane's own
 * @param fires when the figure is bad, as the rest of the query; empty if it is bad that there is one
 * @param unit of the figure, as Grafana calls it
 * @param lasts for how long it must have been bad
 */
public record Alert(
        String name,
        String section,
        String title,
        String measure,
        String fires,
        String unit,
        Duration lasts,
        Severity severity,
        String summary) {

    /** How soon somebody has to look. */
    public enum Severity {
        /** Now, at any hour: users notice. */
        critical,
        /** In working hours: one more fault and users notice. */
        warning
    }

    /** In the labels of a query: those of one namespace. */
    static final String HERE = "HERE";

    private static final String RUNBOOK = "https://github.com/c5c3/c5c3/blob/main/docs/runbook.md#";

    /** An alert with a section of its own. */
    static Alert of(
            String name,
            String title,
            String measure,
            String fires,
            String unit,
            Duration lasts,
            Severity severity,
            String summary) {
        return new Alert(name, name, title, measure, fires, unit, lasts, severity, summary);
    }

    /** The figure, of one namespace. */
    String measureIn(String namespace) {
        return measure.replace(HERE, "namespace=\"" + namespace + "\"");
    }

    private String expression(String namespace) {
        return (measureIn(namespace) + " " + fires).strip();
    }

    /** For Prometheus. */
    PrometheusRule.Rule rule(String namespace) {
        return new PrometheusRule.Rule(
                name,
                expression(namespace),
                lasts.toMinutes() + "m",
                new TreeMap<>(Map.of("severity", severity.name())),
                new TreeMap<>(Map.of("summary", summary, "runbook_url", RUNBOOK + anchor())));
    }

    /** As the section's heading is linked to. */
    public String anchor() {
        return section.toLowerCase(Locale.ROOT);
    }
}
