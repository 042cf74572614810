package io.c5c3.tests.monitoring;

import io.c5c3.api.foreign.ServiceMonitor;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * ServiceMonitors as Prometheus itself reads them, translated as the Prometheus operator does it; only asked more often. Debian's Prometheus
 * cannot ask Kubernetes by itself, so it is told where everybody is now.
 *
 * @param slices where the pods behind Services are
 */
public record ScrapeConfigs(List<ServiceMonitor> monitors, List<EndpointSlice> slices) {

    /** Whether somebody is found for every ServiceMonitor. */
    public boolean complete() {
        return jobs().stream().noneMatch(job -> ((List<?>) job.get("static_configs")).isEmpty());
    }

    /** @param rules the names of files with rules */
    public String text(List<String> rules) {
        return Json.KUBERNETES.asYaml(Map.of(
                "global", Map.of("scrape_interval", "5s", "scrape_timeout", "4s", "evaluation_interval", "5s"),
                "rule_files", rules,
                "scrape_configs", jobs()));
    }

    private List<Map<String, Object>> jobs() {
        return monitors.stream()
                .flatMap(monitor -> monitor.getSpec().endpoints().stream().map(endpoint -> job(monitor, endpoint)))
                .toList();
    }

    private Map<String, Object> job(ServiceMonitor monitor, ServiceMonitor.Endpoint endpoint) {
        return Map.of(
                "job_name",
                String.join(
                        "/",
                        monitor.getMetadata().getNamespace(),
                        monitor.getMetadata().getName(),
                        endpoint.port()),
                "honor_labels",
                Objects.requireNonNullElse(endpoint.honorLabels(), false),
                "static_configs",
                slices.stream()
                        .filter(slice -> isChosen(slice, monitor))
                        .flatMap(slice -> targets(slice, endpoint.port()))
                        .toList());
    }

    /** Slices have the labels of their Service. */
    private static boolean isChosen(EndpointSlice slice, ServiceMonitor monitor) {
        var labels = slice.getMetadata().getLabels();
        return slice.getMetadata().getNamespace().equals(monitor.getMetadata().getNamespace())
                && labels.entrySet()
                        .containsAll(
                                monitor.getSpec().selector().getMatchLabels().entrySet());
    }

    private static Stream<Map<String, Object>> targets(EndpointSlice slice, String name) {
        return slice.getPorts().stream()
                .filter(port -> name.equals(port.getName()))
                .flatMap(port -> slice.getEndpoints().stream()
                        .map(endpoint -> Map.of(
                                "targets",
                                List.of(endpoint.getAddresses().getFirst() + ":" + port.getPort()),
                                "labels",
                                labels(slice, endpoint, name))));
    }

    private static Map<String, String> labels(EndpointSlice slice, Endpoint endpoint, String port) {
        return Map.of(
                "namespace", slice.getMetadata().getNamespace(),
                "service", slice.getMetadata().getLabels().get("kubernetes.io/service-name"),
                "pod", endpoint.getTargetRef().getName(),
                "endpoint", port);
    }
}
