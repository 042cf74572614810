package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What servers tell of themselves, for Prometheus.
 *
 * @param enabled whether they do
 * @param monitor tells Prometheus of it
 */
@ValidationRule(
        value = "!self.monitor.enabled || self.enabled",
        message =
                "metrics.monitor.enabled needs metrics.enabled: true: without an exporter there is nothing to be told of")
@RecordBuilder
public record Metrics(
        @Default("false") Boolean enabled, @Default("{}") Monitoring monitor) {}
