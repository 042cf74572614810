package io.c5c3.api.controlplane;

import io.c5c3.api.common.BlockedBy;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One Secret made of several, for a program that wants all it needs in one place. It follows each of them, and what is in it is always of one
 * moment: while one of them is missing or two of them disagree, it stays as it was.
 */
@Group("c5c3.io")
@Version("v1alpha1")
@ShortNames("secagg")
@AdditionalPrinterColumn(name = "Target", jsonPath = ".spec.target.name", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Aggregated",
        jsonPath = ".status.lastAggregated",
        type = AdditionalPrinterColumn.Type.DATE)
public final class SecretAggregate extends CustomResource<SecretAggregate.Spec, SecretAggregate.Status>
        implements Namespaced {

    private static final int MOST_SOURCES = 32;
    private static final int MOST_KEYS = 64;
    private static final int LONGEST_NAME = 253;
    private static final String NAME = "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$";
    private static final String KEY = "^[-._a-zA-Z0-9]+$";

    /**
     * What a person writes.
     *
     * @param sources the Secrets to take keys from
     * @param target the Secret that is made of them
     */
    @ValidationRule(
            value = "!self.sources.exists(s, !has(s.secretRef.__namespace__) && s.secretRef.name == self.target.name)",
            message = "target.name is one of the sources: what is made of a Secret needs a name of its own")
    public record Spec(
            @Required @Size(min = 1, max = MOST_SOURCES) List<Source> sources,
            @Required Target target) {}

    /**
     * A Secret to take keys from.
     *
     * @param secretRef which Secret
     * @param keys those that are taken; without any, all there are, under their own names
     */
    public record Source(
            @Required SourceRef secretRef,
            @Size(max = MOST_KEYS) List<Key> keys) {}

    /**
     * A Secret.
     *
     * @param name the name of the Secret
     * @param namespace where it is, if not beside the resource; a ReferenceGrant there has to name the Secret
     */
    public record SourceRef(
            @Required @Size(min = 1, max = LONGEST_NAME) @Pattern(NAME)
            String name,

            @Size(min = 1, max = 63) @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$") @Nullable
            String namespace) {}

    /**
     * A key of a Secret.
     *
     * @param sourceKey what it is called in the source
     * @param targetKey what it is called in the target; the same without it
     */
    public record Key(
            @Required @Size(min = 1, max = LONGEST_NAME) @Pattern(KEY)
            String sourceKey,

            @Size(min = 1, max = LONGEST_NAME) @Pattern(KEY) @Nullable
            String targetKey) {

        /** What it is called in the target. */
        public String renamed() {
            return targetKey == null ? sourceKey : targetKey;
        }
    }

    /**
     * The Secret that is made, beside the resource.
     *
     * @param name the name of the Secret; there must be none yet
     * @param type the type of the Secret, such as kubernetes.io/dockerconfigjson
     */
    @ValidationRule(
            value = "self.type == oldSelf.type || self.name != oldSelf.name",
            message = "target.type cannot be changed, since no Secret's can: choose another target.name as well",
            optionalOldSelf = false)
    public record Target(
            @Required @Size(min = 1, max = LONGEST_NAME) @Pattern(NAME)
            String name,

            @Size(min = 1, max = LONGEST_NAME) @Default("Opaque")
            String type) {}

    /**
     * What the operator observed.
     *
     * @param lastAggregated when the target was last written
     * @param keys what the target has
     */
    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable Long observedGeneration,
            @Nullable String lastAggregated,
            @Nullable List<String> keys,
            @Nullable BlockedBy blockedBy) {}
}
