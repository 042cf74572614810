package io.c5c3.tests.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.engine.Json;
import io.c5c3.engine.Ref;
import io.c5c3.engine.ResourceState;
import io.c5c3.engine.runtime.Metrics;
import io.c5c3.local.Debian;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus loads every rule, reads what an operator tells it, and alerts of the faults that are injected. */
@Tag("system")
class AlertsPrometheusTest {

    private static final Ref KEYSTONE =
            new Ref("keystone.openstack.c5c3.io/v1alpha1", "Keystone", "openstack", "keystone");
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    private Path prometheus = Path.of("");

    @BeforeEach
    void rules() throws IOException {
        prometheus = Debian.prometheus(Progress.lines(System.out));
        new RuleFiles(folder).write();
    }

    @Test
    void eachFaultFiresItsAlertInTimeAndNothingElse() throws Exception {
        try (var faults = AlertsPrometheusTest.class.getResourceAsStream("/alerts/faults.yaml")) {
            Files.copy(faults, folder.resolve("faults.yaml"));
        }
        assertThat(promtool("check", "rules", "plane.yaml", "operators.yaml")).contains("SUCCESS");
        assertThat(promtool("test", "rules", "faults.yaml")).contains("SUCCESS");
    }

    @Test
    void whatServiceMonitorsSayIsAConfiguration() throws Exception {
        var monitor = new ServiceMonitor();
        monitor.setMetadata(new ObjectMetaBuilder()
                .withName("mariadb")
                .withNamespace("openstack")
                .build());
        monitor.setSpec(new ServiceMonitor.Spec(
                new LabelSelectorBuilder()
                        .addToMatchLabels("app.kubernetes.io/name", "mariadb")
                        .build(),
                List.of(new ServiceMonitor.Endpoint("metrics", "30s", null))));
        var labels = Map.of(
                "app.kubernetes.io/name", "mariadb", "kubernetes.io/service-name", "mariadb-nodes", "more", "of them");
        var slice = new EndpointSliceBuilder()
                .withNewMetadata()
                .withNamespace("openstack")
                .withLabels(labels)
                .endMetadata()
                .addNewEndpoint()
                .withAddresses("10.0.0.7")
                .withNewTargetRef()
                .withName("mariadb-0")
                .endTargetRef()
                .endEndpoint()
                .addNewPort()
                .withName("metrics")
                .withPort(9104)
                .endPort()
                .build();
        var configs = new ScrapeConfigs(List.of(monitor), List.of(slice));
        assertThat(configs.complete()).isTrue();
        Files.writeString(folder.resolve("prometheus.yaml"), configs.text(List.of("plane.yaml", "operators.yaml")));
        assertThat(promtool("check", "config", "prometheus.yaml")).contains("2 rule files found", "SUCCESS");
    }

    private String promtool(String... arguments) throws Exception {
        var words =
                new ArrayList<>(List.of(prometheus.resolveSibling("promtool").toString()));
        words.addAll(List.of(arguments));
        var process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void theMetricsOfAnOperatorAreReadAndAlertedOf() throws Exception {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var metrics = new Metrics(registry);
        metrics.stands(KEYSTONE, state("True"));
        var operator = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        operator.createContext("/metrics", exchange -> {
            var text = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(200, text.length);
            try (var body = exchange.getResponseBody()) {
                body.write(text);
            }
        });
        operator.start();
        var port = freePort();
        var server = start(operator.getAddress().getPort(), port);
        try (var client = HttpClient.newHttpClient()) {
            var api = new Api(client, port);
            api.until("targets", answer -> answer.findValuesAsText("health").equals(List.of("up")));
            api.until("rules", answer -> {
                var health = answer.findValuesAsText("health");
                return health.size() > 40 && health.stream().allMatch("ok"::equals);
            });
            assertThat(api.ask("alerts").findValuesAsText("alertname")).doesNotContain("KeystoneNotReady");
            metrics.stands(KEYSTONE, state("False"));
            api.until("alerts", answer -> answer.findValuesAsText("alertname").contains("KeystoneNotReady"));
            metrics.stands(KEYSTONE, state("True"));
            api.until("alerts", answer -> !answer.findValuesAsText("alertname").contains("KeystoneNotReady"));
        } finally {
            server.destroy();
            operator.stop(0);
            server.waitFor();
        }
    }

    private static ResourceState state(String ready) {
        return new ResourceState(Map.of("Ready", ready), Optional.empty(), Optional.empty(), Instant.now());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process start(int operator, int port) throws IOException {
        Files.writeString(folder.resolve("prometheus.yaml"), """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: [plane.yaml, operators.yaml]
            scrape_configs:
            - job_name: operator
              honor_labels: true
              static_configs: [{targets: ['127.0.0.1:%d'], labels: {service: c5c3-operator-metrics}}]
            """.formatted(operator));
        return new ProcessBuilder(
                        prometheus.toString(),
                        "--config.file=prometheus.yaml",
                        "--storage.tsdb.path=data",
                        "--web.listen-address=127.0.0.1:" + port)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    /** What Prometheus says of itself. */
    private record Api(HttpClient client, int port) {

        JsonNode ask(String what) throws IOException, InterruptedException {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + what))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return Json.MAPPER.readTree(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        }

        /** It may not have begun to listen. */
        void until(String what, Predicate<JsonNode> seen) {
            await("the " + what + " that Prometheus shows")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> seen.test(ask(what)));
        }
    }
}
