package io.c5c3.api.foreign;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A certificate that cert-manager keeps in a Secret (keys tls.crt, tls.key, ca.crt). */
@Group("cert-manager.io")
@Version("v1")
public final class Certificate extends CustomResource<Certificate.Spec, Certificate.Status> implements Namespaced {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Spec(String secretName, IssuerRef issuerRef, List<String> dnsNames, PrivateKey privateKey) {}

    /** @param kind Issuer, of the same namespace, or ClusterIssuer */
    public record IssuerRef(String name, String kind, String group) {}

    public record PrivateKey(String algorithm, Integer size, String rotationPolicy) {}

    public record Status(
            @Nullable List<Condition> conditions,
            @Nullable String notAfter,
            @Nullable String renewalTime) {}
}
