package io.c5c3.api.foreign;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;

/** Tells the Prometheus operator when to alert whom. It has no status. */
@Group("monitoring.coreos.com")
@Version("v1")
public final class PrometheusRule extends CustomResource<PrometheusRule.Spec, Void> implements Namespaced {

    public record Spec(List<RuleGroup> groups) {}

    public record RuleGroup(String name, List<Rule> rules) {}

    /** @param lasts how long the expression must have had a result */
    public record Rule(
            String alert,
            String expr,
            @JsonProperty("for") String lasts,
            Map<String, String> labels,
            Map<String, String> annotations) {}
}
