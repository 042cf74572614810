package io.c5c3.api.foreign;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the Prometheus operator which Services to scrape. It has no status. */
@Group("monitoring.coreos.com")
@Version("v1")
public final class ServiceMonitor extends CustomResource<ServiceMonitor.Spec, Void> implements Namespaced {

    public record Spec(LabelSelector selector, List<Endpoint> endpoints) {}

    /**
     * @param port the name of the Service's port
     * @param honorLabels whether what the metrics say of their namespace counts, and not where they come from
     */
    public record Endpoint(
            String port, String interval, @Nullable Boolean honorLabels) {}
}
