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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A MariaDB server with its volume, or several that hold the same data (Galera). */
@Group("openstack.k8s.io")
@Version("v1alpha1")
@Kind("MariaDB")
@Plural("mariadbs")
@ShortNames("osdb")
@AdditionalPrinterColumn(name = "Replicas", jsonPath = ".spec.replicas", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Writer", jsonPath = ".status.writer", type = AdditionalPrinterColumn.Type.STRING)
public final class MariaDB extends CustomResource<MariaDB.Spec, MariaDB.Status> implements Namespaced {

    public static final int PORT = 3306;
    public static final int METRICS_PORT = 9104;

    /**
     * What a person writes.
     *
     * @param replicas how many servers: 1, 3 or 5
     * @param rootPasswordSecretRef the Secret with the password of root; made by default
     * @param config options of the server, by name
     * @param backup copies of all data, made again and again; none without
     * @param restoreFrom the backup that new servers begin with; they begin with nothing without
     * @param metrics what Prometheus is told of the servers
     */
    @ValidationRule(
            value = "self.replicas in [1, 3, 5]",
            message = "replicas must be 1, 3 or 5: an even number of database servers cannot keep a majority")
    @ValidationRule(
            value = "(has(self.storageClass) ? self.storageClass : '') == (has(oldSelf.storageClass) ?"
                    + " oldSelf.storageClass : '')",
            message = "storageClass cannot be changed: a volume stays in the class it was made in; make a new MariaDB"
                    + " and move the data",
            optionalOldSelf = false)
    @RecordBuilder
    public record Spec(
            @Default("1") Integer replicas,

            @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
            String storageSize,

            String storageClass,
            @Pattern("^\\S+$") @Default("mariadb:11.8") String image,
            @Nullable SecretRef rootPasswordSecretRef,
            Map<String, String> config,
            @Default("{}") Tls tls,
            @Default("{}") Pods pods,
            @Default("{}") NetworkRules networkPolicy,
            @Nullable MariaDBBackup backup,
            @Nullable MariaDBRestore restoreFrom,
            @Default("{}") Metrics metrics,
            @Default("Retain") DeletionPolicy deletionPolicy) {}

    /**
     * An exporter beside each server. It logs in through the server's socket, without a password and without any privilege.
     *
     * @param enabled whether there is one
     * @param image the image of the exporter
     * @param monitor tells Prometheus of it
     */
    @ValidationRule(
            value = "!self.monitor.enabled || self.enabled",
            message =
                    "metrics.monitor.enabled needs metrics.enabled: true: without an exporter there is nothing to be told of")
    @RecordBuilder
    public record Metrics(
            @Default("false") Boolean enabled,

            @Pattern("^\\S+$") @Default("prom/mysqld-exporter:v0.19.0")
            String image,

            @Default("{}") Monitoring monitor) {}

    /**
     * What the operator observed.
     *
     * @param endpoint host:port, as services connect to it
     * @param writer the pod that takes the writes, of several
     * @param members how many of several serve
     * @param backup what is known of backups
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String version,
            @Nullable String writer,
            @Nullable Integer members,
            @Nullable Backups backup,
            @Nullable BlockedBy blockedBy) {}

    /**
     * The last good backup, and what has gone wrong since.
     *
     * @param lastGood its name, as restoreFrom takes it
     * @param lastGoodTime when it was begun: it holds what was written until then, and some of what was written during it
     * @param size how much room it takes
     * @param lastFailure why the last one is none; absent if it is good
     */
    public record Backups(
            @Nullable String lastGood,
            @Nullable String lastGoodTime,
            @Nullable String size,
            @Nullable String lastFailure) {}
}
