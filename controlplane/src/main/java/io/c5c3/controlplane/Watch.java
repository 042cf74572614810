package io.c5c3.controlplane;

import io.c5c3.api.common.Metrics;
import io.c5c3.api.common.MetricsBuilder;
import io.c5c3.api.common.Monitoring;
import io.c5c3.api.common.MonitoringBuilder;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.NetworkRulesBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the parts of a plane are told of Prometheus: nothing where there is none. */
record Watch(Cloud cloud) {

    /** An exporter, and that Prometheus is told of it. */
    @Nullable
    Metrics metrics() {
        return cloud.monitored()
                ? MetricsBuilder.builder().enabled(true).monitor(monitor()).build()
                : null;
    }

    /** That Prometheus is told of an exporter. */
    Monitoring monitor() {
        return MonitoringBuilder.builder()
                .enabled(cloud.monitored())
                .labels(labels())
                .build();
    }

    @Nullable
    Map<String, String> labels() {
        var labels = cloud.monitoring().labels();
        return cloud.monitored() && labels != null && !labels.isEmpty() ? labels : null;
    }

    /** Who reads the metrics, if that is somebody in another namespace. */
    @Nullable
    NetworkRules admitted() {
        var namespace = cloud.monitoring().namespace();
        if (!cloud.monitored() || namespace == null) {
            return null;
        }
        var prometheus = new NetworkPolicyPeerBuilder()
                .withNewNamespaceSelector()
                .addToMatchLabels("kubernetes.io/metadata.name", namespace)
                .endNamespaceSelector()
                .build();
        return NetworkRulesBuilder.builder().ingress(List.of(prometheus)).build();
    }
}
