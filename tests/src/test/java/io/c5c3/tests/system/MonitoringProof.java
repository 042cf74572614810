package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.api.foreign.PrometheusRule;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.engine.Json;
import io.c5c3.tests.Repository;
import io.c5c3.tests.monitoring.ScrapeConfigs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A real Prometheus watches a whole cloud, as its ServiceMonitors and rules say: everything answers, and a fault fires its alert.
 * {@code ./mvnw verify -Dtest=MonitoringProof -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonitoringProof {

    private static final String NAMESPACE = "openstack";
    private static final String DATABASE = "mariadb-0";
    private static final String TARGETS = "targets?state=active";

    /** Of the plane, and of the operators. */
    private static final Set<String> MONITORS =
            Set.of("mariadb", "rabbitmq", "valkey", "ceph-mgr", "hypervisors-metrics", "c5c3-operator");

    @RegisterExtension
    static final Stage STAGE = new Stage("monitoring");

    private static PrometheusPod prometheus() throws IOException {
        return new PrometheusPod(STAGE.connect());
    }

    @Test
    @Order(1)
    void everyTargetIsUpAndEveryRuleLoads() throws IOException {
        STAGE.up(
                "-f", resource("definitions.yaml"),
                "-f", Repository.file("samples/core.yaml").toString(),
                "-f", resource("plane.yaml"));
        var applied = STAGE.cli()
                .run(
                        "kubectl",
                        "apply",
                        "-f",
                        Repository.file("packaging/monitoring.yaml").toString());
        assertThat(applied.exitCode()).as(applied.both()).isZero();
        await("somebody behind each ServiceMonitor")
                .atMost(Duration.ofMinutes(5))
                .untilAsserted(() -> {
                    assertThat(monitors())
                            .extracting(monitor -> monitor.getMetadata().getName())
                            .containsAll(MONITORS);
                    assertThat(scrapeConfigs().complete()).isTrue();
                });
        var monitors = monitors();
        var files = new TreeMap<>(rules());
        files.put("prometheus.yaml", scrapeConfigs().text(List.copyOf(files.keySet())));
        var prometheus = prometheus();
        prometheus.start(files);
        prometheus.until(TARGETS, found -> {
            var targets = found.path("activeTargets");
            // A pod that two Services lead to is two targets of one pool.
            return said(targets, "scrapePool").size() == monitors.size()
                    && said(targets, "health").equals(Set.of("up"));
        });
        prometheus.until("rules", found -> said(found, "health").equals(Set.of("ok")));
        prometheus
                .ask(TARGETS)
                .path("activeTargets")
                .forEach(target -> System.out.println(target.path("scrapePool").asText() + " "
                        + target.path("labels").path("pod").asText() + " "
                        + target.path("health").asText()));
        assertThat(firing(prometheus.ask("alerts"))).isEmpty();
    }

    /** Where its node takes no pods, the database does not come back. */
    @Test
    @Order(2)
    void aDatabaseThatIsAwayFiresItsAlertUntilItIsBack() throws IOException {
        var client = STAGE.connect();
        var pod = client.pods().inNamespace(NAMESPACE).withName(DATABASE).get();
        var node = client.nodes().withName(pod.getSpec().getNodeName());
        node.edit(found ->
                found.edit().editSpec().withUnschedulable(true).endSpec().build());
        try {
            client.pods().inNamespace(NAMESPACE).withName(DATABASE).delete();
            prometheus().until("alerts", found -> firing(found).contains("DatabaseDown"));
        } finally {
            node.edit(found ->
                    found.edit().editSpec().withUnschedulable(false).endSpec().build());
        }
        prometheus().until("alerts", found -> !firing(found).contains("DatabaseDown"));
    }

    private static String resource(String name) {
        return Repository.file("tests/src/test/resources/monitoring/" + name).toString();
    }

    private static List<ServiceMonitor> monitors() throws IOException {
        return STAGE.connect()
                .resources(ServiceMonitor.class)
                .inAnyNamespace()
                .list()
                .getItems();
    }

    private static ScrapeConfigs scrapeConfigs() throws IOException {
        return new ScrapeConfigs(
                monitors(),
                STAGE.connect()
                        .discovery()
                        .v1()
                        .endpointSlices()
                        .inAnyNamespace()
                        .list()
                        .getItems());
    }

    /** The rules there are, as files. */
    private static Map<String, String> rules() throws IOException {
        return STAGE.connect().resources(PrometheusRule.class).inAnyNamespace().list().getItems().stream()
                .collect(Collectors.toMap(
                        rule -> rule.getMetadata().getName() + ".yaml",
                        rule -> Json.KUBERNETES.asYaml(rule.getSpec())));
    }

    private static Set<String> said(JsonNode answer, String field) {
        return new TreeSet<>(answer.findValuesAsText(field));
    }

    private static Set<String> firing(JsonNode alerts) {
        return StreamSupport.stream(alerts.path("alerts").spliterator(), false)
                .filter(alert -> "firing".equals(alert.path("state").asText()))
                .map(alert -> alert.path("labels").path("alertname").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
