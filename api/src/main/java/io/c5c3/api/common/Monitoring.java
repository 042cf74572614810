package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import java.util.Map;

/**
 * A ServiceMonitor, which tells Prometheus where the metrics of servers are.
 *
 * @param enabled whether there is one; Kubernetes must know the kind
 * @param interval how often the metrics are fetched
 * @param labels labels by which Prometheus chooses what it looks at
 */
public record Monitoring(
        @Default("false") Boolean enabled,
        @Pattern("^[0-9]+(ms|s|m)$") @Default("30s") String interval,
        Map<String, String> labels) {

    /** What holds where nothing is written. */
    @SuppressWarnings("NullAway")
    public static final Monitoring DEFAULT = new Monitoring(null, null, null);

    public Monitoring {
        enabled = enabled != null && enabled;
        interval = interval == null ? "30s" : interval;
        labels = labels == null ? Map.of() : labels;
    }
}
