package io.c5c3.api.openstack;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Metrics;
import io.c5c3.api.common.NetworkRules;
import io.c5c3.api.common.Pods;
import io.c5c3.api.common.Tls;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A key-value store: one server, or a primary with replicas, where sentinels elect another primary when it is lost. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("Valkey")
@Plural("valkeys")
@ShortNames("osvk")
@AdditionalPrinterColumn(name = "Replicas", jsonPath = ".spec.replicas", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Primary", jsonPath = ".status.primary", type = AdditionalPrinterColumn.Type.STRING)
public final class Valkey extends CustomResource<Valkey.Spec, Valkey.Status> implements Namespaced {

    /** With and without encryption. */
    public static final int PORT = 6379;

    public static final int SENTINEL_PORT = 26379;
    public static final int METRICS_PORT = 9121;

    private static final String IMAGE = "ghcr.io/c5c3/valkey:8.1";

    /** Who runs the servers. */
    public enum Provider {
        /** SAP's operator where it is installed, else this one. */
        Auto,

        /** This operator. */
        BuiltIn,

        /** SAP's operator. */
        SAP
    }

    /**
     * What a person writes. The fields that SAP's kind has too look the same there.
     *
     * @param replicas how many servers; an odd number with sentinels
     * @param metrics an exporter beside each server
     */
    @ValidationRule(
            value = "!self.sentinel.enabled || self.replicas % 2 == 1",
            message =
                    "replicas must be odd with sentinel.enabled, 1, 3 or 5 say: an even number of sentinels cannot keep a majority")
    @ValidationRule(
            value = "!self.sentinel.enabled || self.replicas >= oldSelf.replicas",
            message =
                    "replicas cannot be lowered with sentinel.enabled: the others would count on the sentinels that go; make a new Valkey instead",
            optionalOldSelf = false)
    @ValidationRule(
            value = "self.sentinel.enabled == oldSelf.sentinel.enabled",
            message =
                    "sentinel.enabled cannot be changed: without sentinels the first server is the primary, whoever has the latest data; make a new Valkey",
            optionalOldSelf = false)
    @ValidationRule(
            value = "self.persistence == oldSelf.persistence",
            message =
                    "persistence cannot be changed: volumes stay as they were made; make a new Valkey with the size and class you need",
            optionalOldSelf = false)
    @RecordBuilder
    public record Spec(
            @Min(1) @Max(15) @Default("1") Integer replicas,
            @Default("{}") Sentinel sentinel,
            @Default("Auto") Provider provider,
            @Pattern("^\\S+$") @Default(IMAGE) String image,
            @Default("{}") Tls tls,
            @Default("{}") Persistence persistence,
            @Default("{}") Metrics metrics,
            @Default("{}") NetworkRules networkPolicy,
            @Default("{}") Pods pods,
            @Default("Retain") DeletionPolicy deletionPolicy) {}

    /**
     * One beside each server. Clients ask any of them who the primary is.
     *
     * @param enabled whether there are any
     */
    public record Sentinel(@Default("false") Boolean enabled) {}

    /**
     * Volumes that outlive the pods; without them, what is not on another server goes with the pod.
     *
     * @param enabled whether there are any
     * @param size the size of each
     */
    @RecordBuilder
    public record Persistence(
            @Default("false") Boolean enabled,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("8Gi")
            String size,

            @Nullable String storageClass) {}

    /**
     * What the operator observed.
     *
     * @param provider who runs the servers
     * @param primary the pod that takes what is written
     * @param endpoint host:port, as clients connect to it
     * @param bindingSecret the Secret that tells clients how to connect
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable Provider provider,
            @Nullable String primary,
            @Nullable String endpoint,
            @Nullable String bindingSecret,
            @Nullable String version,
            @Nullable BlockedBy blockedBy) {}
}
