package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * A ServiceMonitor, which tells Prometheus where the metrics of servers are.
 *
 * @param enabled whether there is one; Kubernetes must know the kind
 * @param interval how often the metrics are fetched
 * @param labels labels by which Prometheus chooses what it looks at
 */
@RecordBuilder
public record Monitoring(
        @Default("false") Boolean enabled,
        @Pattern("^[0-9]+(ms|s|m)$") @Default("30s") String interval,
        Map<String, String> labels) {}
