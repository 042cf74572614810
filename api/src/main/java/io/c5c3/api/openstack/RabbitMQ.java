package io.c5c3.api.openstack;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Monitoring;
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
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A RabbitMQ server, or a cluster of them, each with its volume. */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("RabbitMQ")
@Plural("rabbitmqs")
@ShortNames("osmq")
@AdditionalPrinterColumn(name = "Replicas", jsonPath = ".spec.replicas", type = AdditionalPrinterColumn.Type.INTEGER)
public final class RabbitMQ extends CustomResource<RabbitMQ.Spec, RabbitMQ.Status> implements Namespaced {

    public static final int PORT = 5672;
    public static final int TLS_PORT = 5671;
    public static final int MANAGEMENT_PORT = 15672;
    public static final int MANAGEMENT_TLS_PORT = 15671;
    public static final int METRICS_PORT = 15692;

    private static final String IMAGE = "docker.io/library/rabbitmq:4";

    /** What queues are that do not say it themselves. */
    public enum QueueType {
        /** On a majority of the servers. */
        quorum,

        /** On one server. */
        classic
    }

    /**
     * What a person writes.
     *
     * @param replicas how many servers: 1, 3 or 5; it can only grow
     * @param adminPasswordSecretRef the Secret with username and password of the administrator; made by default
     * @param schedulers threads of each server that run Erlang; as many as pods.resources allows processors by default
     * @param config options of rabbitmq.conf, by name
     */
    @ValidationRule(
            value = "self.replicas in [1, 3, 5]",
            message = "replicas must be 1, 3 or 5: an even number of message servers cannot keep a majority")
    @ValidationRule(
            value = "self.replicas >= oldSelf.replicas",
            message =
                    "replicas cannot be lowered: the servers that would go hold parts of the queues; make a new RabbitMQ instead",
            optionalOldSelf = false)
    @ValidationRule(
            value =
                    "(has(self.storageClass) ? self.storageClass : '') == (has(oldSelf.storageClass) ? oldSelf.storageClass : '')",
            message = "storageClass cannot be changed: a volume stays in the class it was made in; make a new RabbitMQ",
            optionalOldSelf = false)
    public record Spec(
            @Default("1") Integer replicas,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
            String storageSize,

            String storageClass,
            @Pattern("^\\S+$") @Default(IMAGE) String image,
            @Nullable SecretRef adminPasswordSecretRef,
            @Default("quorum") QueueType queueType,
            @Min(1) @Max(1024) @Nullable Integer schedulers,
            Map<String, String> config,
            @Default("{}") Tls tls,
            @Default("{}") NetworkRules networkPolicy,
            @Default("{}") Monitoring monitoring,
            @Default("{}") Pods pods,
            @Default("Retain") DeletionPolicy deletionPolicy) {

        @SuppressWarnings("NullAway") // absent fields arrive as null; this is where they end
        public Spec {
            replicas = replicas == null ? 1 : replicas;
            storageSize = storageSize == null ? "10Gi" : storageSize;
            storageClass = storageClass == null ? "" : storageClass;
            image = image == null ? IMAGE : image;
            queueType = queueType == null ? QueueType.quorum : queueType;
            config = config == null ? Map.of() : config;
            tls = tls == null ? Tls.OFF : tls;
            networkPolicy = networkPolicy == null ? NetworkRules.DEFAULT : networkPolicy;
            monitoring = monitoring == null ? Monitoring.DEFAULT : monitoring;
            pods = pods == null ? Pods.DEFAULT : pods;
            deletionPolicy = deletionPolicy == null ? DeletionPolicy.Retain : deletionPolicy;
        }
    }

    /**
     * What the operator observed.
     *
     * @param endpoint host:port, as services connect to it
     * @param hosts host:port of each server
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable List<String> hosts,
            @Nullable String version,
            @Nullable BlockedBy blockedBy) {}
}
