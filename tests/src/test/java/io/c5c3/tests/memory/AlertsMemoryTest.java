package io.c5c3.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.foreign.PrometheusRule;
import io.c5c3.api.foreign.Valkey;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.api.ovn.OVNChassis;
import io.c5c3.app.Catalogue;
import io.c5c3.controlplane.monitoring.Alert;
import io.c5c3.controlplane.monitoring.Alerts;
import io.c5c3.controlplane.monitoring.PlaneMonitoring;
import io.c5c3.engine.Json;
import io.c5c3.engine.runtime.Metrics;
import io.c5c3.engine.runtime.OperatorHost;
import io.c5c3.engine.simulation.Simulation;
import io.c5c3.services.nova.Compute;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No alert asks for a figure that nobody reports, and none leaves the engineer alone with it. */
@Tag("memory")
class AlertsMemoryTest {

    private static final Pattern NAME = Pattern.compile("\\b(up|[a-z0-9]+(?:_[a-z0-9]+)+)\\b(?=[\\[{ )]|$)");
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");

    /** Words of the language, and labels by which is grouped. */
    private static final Set<String> NO_METRICS = Set.of("sub_reconciler");

    private static final String MONITORED = """
        {infrastructure: {mariadb: {replicas: 3}, rabbitmq: {}, valkey: {}, ceph: {provider: BuiltIn}},
         services: {keystone: {enabled: true}, glance: {enabled: true}, placement: {enabled: true},
                    neutron: {enabled: true}, cinder: {enabled: true}, nova: {enabled: true}},
         global: {tls: {enabled: true},
                  monitoring: {enabled: true, namespace: monitoring, labels: {release: prometheus}}}}\
        """;

    private static final Set<String> REPORTED = new HashSet<>();
    private static final Plane PLANE = new Plane();

    @BeforeAll
    static void aMonitoredPlaneComesUp() throws IOException {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var metrics = new Metrics(registry);
        try (var client = new KubernetesClientBuilder()
                        .withConfig(new ConfigBuilder()
                                .withMasterUrl("http://127.0.0.1:1")
                                .build())
                        .build();
                var host =
                        new OperatorHost(client, Catalogue.all(), PLANE.ports, metrics, Optional.empty(), Set.of())) {
            assertThat(host.healthy()).isFalse();
            PLANE.simulation.measure(metrics);
            PLANE.simulation.scheduleDaemons();
            PLANE.simulation.cluster().without(Valkey.class);
            PLANE.simulation
                    .cluster()
                    .put(new NodeBuilder()
                            .withNewMetadata()
                            .withName("node-1")
                            .addToLabels(NovaCompute.HYPERVISOR, "")
                            .endMetadata()
                            .withNewStatus()
                            .addNewAddress("10.0.0.1", "InternalIP")
                            .endStatus()
                            .build());
            PLANE.apply(MONITORED);
            // What is blocked is so only on the way.
            for (var look = 0; look < 3; look++) {
                PLANE.simulation.lookAtEverything();
                REPORTED.addAll(exported(registry.scrape()));
            }
            settle();
            REPORTED.addAll(exported(registry.scrape()));
        }
        for (var exporter : List.of("mariadb", "rabbitmq", "valkey", "ceph", "libvirt")) {
            REPORTED.addAll(kept(exporter));
        }
        // Prometheus itself, of every target.
        REPORTED.add("up");
    }

    /** Its node becomes a hypervisor. */
    private static void settle() {
        PLANE.simulation.settle();
        PLANE.simulation
                .cluster()
                .list(OVNChassis.class, Simulation.NAMESPACE, Map.of())
                .forEach(chassis -> PLANE.ovsdb.register(
                        chassis.getSpec().systemId(), chassis.getSpec().hostname()));
        PLANE.compute.report(Compute.AGENT, "node-1", true);
        // What is only asked for now and then is asked for.
        PLANE.simulation.clock().advance(Duration.ofMinutes(2));
        PLANE.simulation.settle();
    }

    /** The names of what is exported, from the text that Prometheus reads. */
    private static Set<String> exported(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
    }

    /** The names that a real exporter of this kind once showed. */
    private static Set<String> kept(String exporter) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(AlertsMemoryTest.class.getResourceAsStream("/metrics/" + exporter + ".txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> named(String query) {
        return NAME.matcher(STRING.matcher(query).replaceAll(""))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !NO_METRICS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<PrometheusRule.Rule> rules() {
        var rule = PLANE.simulation
                .find(PrometheusRule.class, "plane-alerts")
                .orElseThrow(() -> new AssertionError("The plane has no alerts"));
        return Stream.concat(Stream.of(rule), Stream.of(PlaneMonitoring.operators("operators", Map.of())))
                .flatMap(some -> some.getSpec().groups().stream())
                .flatMap(group -> group.rules().stream());
    }

    @Test
    void thePlaneIsReadyAndHasItsAlerts() {
        assertThat(PLANE.why(ControlPlane.class, "plane")).isEqualTo("True Everything is ready.");
        assertThat(rules().map(PrometheusRule.Rule::alert))
                .contains(
                        "DatabaseDown",
                        "QueuePartitioned",
                        "StoreDown",
                        "CephFailing",
                        "NovaComputeDown",
                        "GlanceNotReady")
                .doesNotHaveDuplicates();
        assertThat(PLANE.simulation.find(PrometheusRule.class, "plane-alerts"))
                .hasValueSatisfying(
                        rule -> assertThat(rule.getMetadata().getLabels()).containsEntry("release", "prometheus"));
    }

    @Test
    void whatARuleAsksForIsReported() {
        assertThat(rules()).allSatisfy(rule -> {
            assertThat(named(rule.expr())).as(rule.alert()).isNotEmpty();
            assertThat(REPORTED).as(rule.expr()).containsAll(named(rule.expr()));
        });
    }

    @Test
    void whatADashboardShowsIsReported() {
        var dashboards =
                PLANE.simulation.cluster().list(ConfigMap.class, "openstack", Map.of("grafana_dashboard", "1"));
        assertThat(dashboards)
                .extracting(map -> map.getMetadata().getName())
                .contains("plane-dashboard-plane", "plane-dashboard-mariadb", "plane-dashboard-cephstorage");
        assertThat(dashboards).allSatisfy(map -> {
            var dashboard =
                    Json.MAPPER.readTree(map.getData().values().iterator().next());
            var queries = dashboard.findValuesAsText("expr");
            assertThat(queries).hasSizeGreaterThan(1);
            assertThat(dashboard.path("uid").asText()).hasSizeBetween(8, 40);
            assertThat(queries.subList(1, queries.size()))
                    .allSatisfy(query -> assertThat(REPORTED).as(query).containsAll(named(query)));
        });
    }

    @Test
    void theRunbookHasASectionForEachAlertAndNoOther() throws IOException {
        var sections = Files.readString(Repository.file("docs/runbook.md"))
                .lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();
        var alerts = Alerts.all().values().stream().flatMap(List::stream).toList();
        assertThat(sections).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(sections))
                .isEqualTo(alerts.stream().map(Alert::section).collect(Collectors.toCollection(TreeSet::new)));
        assertThat(rules())
                .allSatisfy(rule -> assertThat(sections.stream().map(section -> "#" + section.toLowerCase(Locale.ROOT)))
                        .anyMatch(rule.annotations().get("runbook_url")::endsWith));
    }
}
