package io.c5c3.api.memcached;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.SecretRef;
import io.c5c3.api.common.Tls;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A set of memcached servers behind a headless Service. */
@Group("memcached.c5c3.io")
@Version("v1alpha1")
@Plural("memcacheds")
@ShortNames("mc")
@AdditionalPrinterColumn(name = "Replicas", jsonPath = ".spec.replicas", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Available",
        jsonPath = ".status.readyReplicas",
        type = AdditionalPrinterColumn.Type.INTEGER)
public final class Memcached extends CustomResource<Memcached.Spec, Memcached.Status> implements Namespaced {

    public static final int PORT = 11211;

    /** What a person writes. */
    @RecordBuilder
    public record Spec(
            @Min(0) @Max(64) @Default("1") Integer replicas,
            @Pattern("^\\S+$") @Default("memcached:1.6") String image,
            @Default("{}") Config config,
            @Nullable ResourceRequirements resources,
            @Default("{}") HighAvailability highAvailability,
            @Default("{}") Monitoring monitoring,
            @Default("{}") Security security,
            @Default("{}") Service service,
            @Default("{}") Pods pods) {}

    /** Options of the server itself. */
    @RecordBuilder
    public record Config(
            @Min(16) @Max(1048576) @Default("64") Integer maxMemoryMB,
            @Min(1) @Max(65536) @Default("1024") Integer maxConnections,
            @Min(1) @Max(128) @Default("4") Integer threads,
            @Pattern("^[0-9]+[kKmM]?$") @Default("1m") String maxItemSize,
            @Min(0) @Max(2) @Default("0") Integer verbosity,
            List<String> extraArgs) {}

    public enum AntiAffinity {
        soft,
        hard,
        none
    }

    /** How the servers are kept apart, and how many must stay while nodes are drained. */
    @RecordBuilder
    public record HighAvailability(
            @Default("soft") AntiAffinity podAntiAffinity,
            @Nullable DisruptionBudget podDisruptionBudget,
            List<io.fabric8.kubernetes.api.model.TopologySpreadConstraint> topologySpreadConstraints) {}

    @ValidationRule(
            value = "!(has(self.minAvailable) && has(self.maxUnavailable))",
            message = "write either podDisruptionBudget.minAvailable or podDisruptionBudget.maxUnavailable, not both")
    @RecordBuilder
    public record DisruptionBudget(
            @Default("true") Boolean enabled,
            @Nullable IntOrString minAvailable,
            @Nullable IntOrString maxUnavailable) {}

    /** Metrics for Prometheus. */
    @RecordBuilder
    public record Monitoring(
            @Default("false") Boolean enabled,
            @Default("{}") Exporter exporter,
            @Default("{}") ServiceMonitor serviceMonitor) {}

    @RecordBuilder
    public record Exporter(
            @Default("prom/memcached-exporter:v0.14.3") String image,
            @Nullable ResourceRequirements resources) {}

    @RecordBuilder
    public record ServiceMonitor(
            @Pattern("^[0-9]+(ms|s|m)$") @Default("30s") String interval, Map<String, String> labels) {}

    /** Encryption, logins and who may connect. */
    @RecordBuilder
    public record Security(
            @Default("{}") Tls tls,
            @Default("{}") Sasl sasl,
            @Default("{}") NetworkRules networkPolicy) {}

    /** Logins. The Secret's key {@code password-file} holds lines of user:password; without a reference the operator makes one user. */
    @RecordBuilder
    public record Sasl(
            @Default("false") Boolean enabled, @Nullable SecretRef credentialsSecretRef) {}

    public record Service(Map<String, String> annotations) {}

    /** What the operator observed. */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable Integer readyReplicas,
            @Nullable List<String> serverList,
            @Nullable BlockedBy blockedBy) {}
}
