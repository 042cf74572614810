package io.c5c3.controlplane.monitoring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.engine.Digest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A page of Grafana: what fires, and the figures behind all that could.
 *
 * @param panels in their order, two in a row
 */
record Dashboard(String title, String namespace, List<Panel> panels) {

    /**
     * A figure over time.
     *
     * @param query for Prometheus, already of one namespace
     * @param unit as Grafana calls it
     */
    record Panel(String title, String query, String unit) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, Object> SOURCE = ordered("type", "prometheus", "uid", "${source}");
    private static final int WIDTH = 12;
    private static final int HEIGHT = 8;

    Dashboard {
        panels = List.copyOf(panels);
    }

    /** The figures of these alerts; several may have one. */
    static Set<Panel> panels(List<Alert> alerts, String namespace) {
        var panels = new LinkedHashSet<Panel>();
        alerts.forEach(alert -> panels.add(new Panel(alert.title(), alert.measureIn(namespace), alert.unit())));
        return panels;
    }

    /** As Grafana's sidecar takes it from a ConfigMap. */
    String json() {
        var all = new ArrayList<Object>();
        all.add(firing());
        for (var panel : panels) {
            all.add(graph(panel, all.size()));
        }
        var dashboard = ordered(
                "title",
                title,
                // The same page after each change, also in a Grafana that several clouds share.
                "uid",
                Digest.of(List.of(namespace, title)),
                "tags",
                List.of("cobaltcore"),
                "schemaVersion",
                39,
                "editable",
                false,
                "refresh",
                "30s",
                "time",
                ordered("from", "now-6h", "to", "now"),
                "templating",
                ordered("list", List.of(ordered("name", "source", "type", "datasource", "query", "prometheus"))),
                "panels",
                all);
        try {
            return JSON.writeValueAsString(dashboard) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A dashboard is made of texts and numbers", e);
        }
    }

    private Map<String, Object> firing() {
        return ordered(
                "id",
                1,
                "title",
                "Alerts that fire",
                "type",
                "table",
                "datasource",
                SOURCE,
                "gridPos",
                ordered("x", 0, "y", 0, "w", 2 * WIDTH, "h", HEIGHT),
                "targets",
                List.of(ordered(
                        "refId",
                        "A",
                        "expr",
                        "ALERTS{namespace=\"" + namespace + "\",alertstate=\"firing\"}",
                        "format",
                        "table",
                        "instant",
                        true)));
    }

    private static Map<String, Object> graph(Panel panel, int number) {
        return ordered(
                "id", number + 1,
                "title", panel.title(),
                "type", "timeseries",
                "datasource", SOURCE,
                "gridPos",
                        ordered("x", (number - 1) % 2 * WIDTH, "y", (number + 1) / 2 * HEIGHT, "w", WIDTH, "h", HEIGHT),
                "fieldConfig", ordered("defaults", ordered("unit", panel.unit()), "overrides", List.of()),
                "targets", List.of(ordered("refId", "A", "expr", panel.query())));
    }

    private static Map<String, Object> ordered(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (var i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
