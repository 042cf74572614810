package io.c5c3.api.controlplane;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets resources of other namespaces refer to objects of this one. Whoever owns the objects keeps it beside them; without it nothing
 * here is read or written for anybody elsewhere. The shape is that of the Gateway API.
 */
@Group("c5c3.io")
@Version("v1alpha1")
@ShortNames("refgrant")
@AdditionalPrinterColumn(name = "From", jsonPath = ".spec.from[*].kind", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "In", jsonPath = ".spec.from[*].namespace", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "To", jsonPath = ".spec.to[*].kind", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Object", jsonPath = ".spec.to[*].name", type = AdditionalPrinterColumn.Type.STRING)
public final class ReferenceGrant extends CustomResource<ReferenceGrant.Spec, Void> implements Namespaced {

    private static final int MOST = 16;
    private static final String GROUP = "^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
    private static final String KIND = "^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$";
    private static final String NAMESPACE = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";

    /**
     * Each of {@code from} may refer to each of {@code to}.
     *
     * @param from who may refer to objects of this namespace
     * @param to what they may refer to
     */
    public record Spec(
            @Required @Size(min = 1, max = MOST) List<From> from,
            @Required @Size(min = 1, max = MOST) List<To> to) {

        public Spec {
            from = from == null ? List.of() : List.copyOf(from);
            to = to == null ? List.of() : List.copyOf(to);
        }
    }

    /**
     * Resources of one kind in one namespace.
     *
     * @param group the API group of the kind; empty for Kubernetes' own
     * @param kind the kind of the resources that refer
     * @param namespace the namespace in which they are
     */
    public record From(
            @Required @Size(max = 253) @Pattern(GROUP) String group,

            @Required @Size(min = 1, max = 63) @Pattern(KIND)
            String kind,

            @Required @Size(min = 1, max = 63) @Pattern(NAMESPACE)
            String namespace) {}

    /**
     * Objects of one kind in this namespace.
     *
     * @param group empty for Kubernetes' own, such as Services
     * @param kind the kind of the objects that are referred to
     * @param name one object; without it, all of the kind, but then only those that were made for whoever refers to them
     */
    public record To(
            @Required @Size(max = 253) @Pattern(GROUP) String group,

            @Required @Size(min = 1, max = 63) @Pattern(KIND)
            String kind,

            @Size(min = 1, max = 253) @Nullable String name) {}
}
