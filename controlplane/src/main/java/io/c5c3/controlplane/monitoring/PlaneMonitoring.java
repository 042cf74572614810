package io.c5c3.controlplane.monitoring;

import io.c5c3.api.catalogue.Foundations;
import io.c5c3.api.foreign.PrometheusRule;
import io.c5c3.controlplane.monitoring.Dashboard.Panel;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ObjectsStep;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a plane tells Prometheus and Grafana: alerts and dashboards of the parts it has.
 *
 * @param name of the plane
 * @param labels by which Prometheus chooses what it looks at
 * @param kinds of its parts
 */
public record PlaneMonitoring(
        String name, String namespace, Map<String, String> labels, List<Class<? extends HasMetadata>> kinds) {

    /** By this label Grafana's sidecar finds them. */
    private static final Map<String, String> DASHBOARD = Map.of("grafana_dashboard", "1");

    public PlaneMonitoring {
        labels = new TreeMap<>(labels);
        kinds = List.copyOf(kinds);
    }

    public Step step(Facts facts) {
        var objects = new ArrayList<>(dashboards());
        if (facts.serves(PrometheusRule.class)) {
            objects.add(alerts());
            return new ObjectsStep(
                    objects,
                    "MonitoringApplied",
                    "PrometheusRule/" + alertsName() + " has the alerts, and "
                            + dashboards().size() + " ConfigMaps the dashboards for Grafana.");
        }
        return new ObjectsStep(
                objects,
                "NoPrometheusOperator",
                "There are dashboards for Grafana, but the cluster has no Prometheus operator (PrometheusRule) to be"
                        + " told of alerts.");
    }

    private String alertsName() {
        return name + "-alerts";
    }

    /** The rules about the plane and each of its parts. */
    public PrometheusRule alerts() {
        var groups = new ArrayList<PrometheusRule.RuleGroup>();
        groups.add(group("plane", Alerts.PLANE));
        kinds.forEach(kind -> groups.add(group(id(kind), Alerts.of(kind))));
        return rule(alertsName(), labels, groups);
    }

    /** The rules about operators, which are for no plane: whoever installs the operators has them beside these. */
    public static PrometheusRule operators(String name, Map<String, String> labels) {
        return rule(
                name,
                labels,
                List.of(new PrometheusRule.RuleGroup(
                        "operators",
                        Alerts.OPERATORS.stream().map(alert -> alert.rule("")).toList())));
    }

    private static PrometheusRule rule(String name, Map<String, String> labels, List<PrometheusRule.RuleGroup> groups) {
        var rule = new PrometheusRule();
        rule.setMetadata(
                new ObjectMetaBuilder().withName(name).withLabels(labels).build());
        rule.setSpec(new PrometheusRule.Spec(groups));
        return rule;
    }

    private PrometheusRule.RuleGroup group(String id, List<Alert> alerts) {
        return new PrometheusRule.RuleGroup(
                namespace + "-" + name + "-" + id,
                alerts.stream().map(alert -> alert.rule(namespace)).toList());
    }

    /** One of the plane with all its services, and one of each kind that they stand on. */
    private List<HasMetadata> dashboards() {
        var all = new ArrayList<HasMetadata>();
        var overview = new ArrayList<>(List.of(
                new Panel("Parts that are ready", "c5c3_resource_ready{namespace=\"" + namespace + "\"}", "short"),
                new Panel("Phases", "c5c3_resource_phase{namespace=\"" + namespace + "\"}", "short"),
                new Panel(
                        "Time since a part was last seen ready",
                        "time() - c5c3_resource_last_success_timestamp_seconds{namespace=\"" + namespace + "\"}",
                        "s")));
        overview.addAll(Dashboard.panels(Alerts.PLANE, namespace));
        kinds.stream()
                .filter(kind -> !foundation(kind))
                .forEach(kind -> overview.addAll(Dashboard.panels(Alerts.of(kind), namespace)));
        overview.addAll(Dashboard.panels(Alerts.OPERATORS, ""));
        all.add(configMap("plane", overview));
        kinds.stream()
                .filter(PlaneMonitoring::foundation)
                .forEach(kind ->
                        all.add(configMap(id(kind), List.copyOf(Dashboard.panels(Alerts.of(kind), namespace)))));
        return all;
    }

    private HasMetadata configMap(String id, List<Panel> panels) {
        var file = namespace + "-" + name + "-" + id;
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name + "-dashboard-" + id)
                .withLabels(DASHBOARD)
                .endMetadata()
                .withData(Map.of(
                        file + ".json",
                        new Dashboard("CobaltCore / " + namespace + " / " + name + " / " + id, namespace, panels)
                                .json()))
                .build();
    }

    private static boolean foundation(Class<? extends HasMetadata> kind) {
        return Foundations.ALL.stream().anyMatch(foundation -> foundation.isAssignableFrom(kind));
    }

    private static String id(Class<? extends HasMetadata> kind) {
        return HasMetadata.getKind(kind).toLowerCase(Locale.ROOT);
    }
}
