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
public class Memcached extends CustomResource<Memcached.Spec, Memcached.Status> implements Namespaced {

    public static final int PORT = 11211;

    /**
     * What a person writes.
     *
     * @param replicas how many servers; each holds a part of the whole
     */
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

    /**
     * Options of the server itself.
     *
     * @param maxMemoryMB the room for what each server holds, in mebibytes; the pod needs some more
     * @param maxConnections how many clients each server takes at once
     * @param threads threads of each server
     * @param maxItemSize the longest value that is taken
     * @param verbosity how much the server logs: 0, 1 or 2
     * @param extraArgs further arguments of memcached
     */
    @RecordBuilder
    public record Config(
            @Min(16) @Max(1048576) @Default("64") Integer maxMemoryMB,
            @Min(1) @Max(65536) @Default("1024") Integer maxConnections,
            @Min(1) @Max(128) @Default("4") Integer threads,
            @Pattern("^[0-9]+[kKmM]?$") @Default("1m") String maxItemSize,
            @Min(0) @Max(2) @Default("0") Integer verbosity,
            List<String> extraArgs) {}

    /** Whether servers may share a node. */
    public enum AntiAffinity {
        /** Only where there are too few. */
        soft,

        /** Never. */
        hard,

        /** They may. */
        none
    }

    /**
     * How the servers are kept apart, and how many must stay while nodes are drained.
     *
     * @param podDisruptionBudget how many may be missing while nodes are drained
     * @param topologySpreadConstraints as in a pod (kubectl explain pod.spec.topologySpreadConstraints)
     */
    @RecordBuilder
    public record HighAvailability(
            @Default("soft") AntiAffinity podAntiAffinity,
            @Nullable DisruptionBudget podDisruptionBudget,
            List<io.fabric8.kubernetes.api.model.TopologySpreadConstraint> topologySpreadConstraints) {}

    /**
     * A PodDisruptionBudget.
     *
     * @param enabled whether there is one
     * @param minAvailable how many servers must stay, as a number or in percent
     * @param maxUnavailable how many servers may be missing, as a number or in percent
     */
    @ValidationRule(
            value = "!(has(self.minAvailable) && has(self.maxUnavailable))",
            message = "write either podDisruptionBudget.minAvailable or podDisruptionBudget.maxUnavailable, not both")
    @RecordBuilder
    public record DisruptionBudget(
            @Default("true") Boolean enabled,
            @Nullable IntOrString minAvailable,
            @Nullable IntOrString maxUnavailable) {}

    /**
     * Metrics for Prometheus.
     *
     * @param enabled whether an exporter stands beside each server
     * @param serviceMonitor tells Prometheus of it, where Kubernetes knows the kind
     */
    @RecordBuilder
    public record Monitoring(
            @Default("false") Boolean enabled,
            @Default("{}") Exporter exporter,
            @Default("{}") ServiceMonitor serviceMonitor) {}

    /**
     * The exporter beside each server.
     *
     * @param image the image of the exporter
     */
    @RecordBuilder
    public record Exporter(
            @Default("prom/memcached-exporter:v0.14.3") String image,
            @Nullable ResourceRequirements resources) {}

    /**
     * Tells Prometheus where the metrics are.
     *
     * @param interval how often they are fetched
     * @param labels labels by which Prometheus chooses what it looks at
     */
    @RecordBuilder
    public record ServiceMonitor(
            @Pattern("^[0-9]+(ms|s|m)$") @Default("30s") String interval, Map<String, String> labels) {}

    /** Encryption, logins and who may connect. */
    @RecordBuilder
    public record Security(
            @Default("{}") Tls tls,
            @Default("{}") Sasl sasl,
            @Default("{}") NetworkRules networkPolicy) {}

    /**
     * Logins. The Secret's key {@code password-file} holds lines of user:password; without a reference the operator makes one user.
     *
     * @param enabled whether clients must log in
     * @param credentialsSecretRef the Secret
     */
    @RecordBuilder
    public record Sasl(
            @Default("false") Boolean enabled, @Nullable SecretRef credentialsSecretRef) {}

    /**
     * The headless Service before the servers.
     *
     * @param annotations annotations of the Service
     */
    public record Service(Map<String, String> annotations) {}

    /**
     * What the operator observed.
     *
     * @param readyReplicas how many servers answer
     * @param serverList host:port of each server, as clients write it
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable Integer readyReplicas,
            @Nullable List<String> serverList,
            @Nullable BlockedBy blockedBy) {}
}
