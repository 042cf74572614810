package io.c5c3.api.openstack;

import io.c5c3.api.common.BlockedBy;
import io.c5c3.api.common.DeletionPolicy;
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

    /**
     * What a person writes.
     *
     * @param replicas how many servers: 1, 3 or 5
     * @param rootPasswordSecretRef the Secret with the password of root; made by default
     * @param config options of the server, by name
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
            @Default("Retain") DeletionPolicy deletionPolicy) {}

    /**
     * What the operator observed.
     *
     * @param endpoint host:port, as services connect to it
     * @param writer the pod that takes the writes, of several
     * @param members how many of several serve
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String endpoint,
            @Nullable String version,
            @Nullable String writer,
            @Nullable Integer members,
            @Nullable BlockedBy blockedBy) {}
}
