package io.c5c3.api.foreign;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Key-value servers that SAP's valkey-operator runs; how to connect is in the Secret {@code valkey-<name>-binding}. */
@Group("cache.cs.sap.com")
@Version("v1alpha1")
@Plural("valkeys")
public final class Valkey extends CustomResource<Valkey.Spec, Valkey.Status> implements Namespaced {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Spec(
            Integer replicas,
            Switch sentinel,
            Tls tls,
            Persistence persistence,
            Metrics metrics,
            @Nullable Map<String, String> nodeSelector,
            @Nullable List<Toleration> tolerations,
            @Nullable ResourceRequirements resources) {}

    public record Switch(Boolean enabled) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tls(Boolean enabled, @Nullable CertManager certManager) {}

    public record CertManager(Issuer issuer) {}

    public record Issuer(String group, String kind, String name) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Persistence(
            Boolean enabled,
            @Nullable String size,
            @Nullable String storageClass) {}

    public record Metrics(Boolean enabled, Switch monitor) {}

    public record Status(@Nullable List<Condition> conditions) {}
}
