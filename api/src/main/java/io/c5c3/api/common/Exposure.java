package io.c5c3.api.common;

import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the API is reached from outside the cluster; not at all without it. */
@ValidationRule(
        value = "!(has(self.ingress) && has(self.gateway))",
        message = "write either exposure.ingress or exposure.gateway, not both")
public record Exposure(
        @Nullable Ingress ingress,
        @Nullable Gateway gateway,
        @Nullable NodePort nodePort) {

    @SuppressWarnings("NullAway")
    public static final Exposure NONE = new Exposure(null, null, null);

    /**
     * An Ingress.
     *
     * @param host the name under which it is reached
     * @param className the IngressClass; the cluster's default without it
     * @param tlsSecretName the Secret with the certificate; without it, plain HTTP
     * @param annotations annotations of the Ingress
     */
    public record Ingress(
            @Required String host,
            @Nullable String className,
            @Nullable String tlsSecretName,
            Map<String, String> annotations) {
        public Ingress {
            annotations = annotations == null ? Map.of() : annotations;
        }
    }

    /**
     * An HTTPRoute below a Gateway.
     *
     * @param hostname the name under which it is reached
     * @param parentRef the Gateway
     */
    public record Gateway(
            @Required String hostname, @Required ParentRef parentRef) {
        /**
         * The Gateway that a route hangs below.
         *
         * @param name the name of the Gateway
         * @param namespace the namespace of the Gateway; this one by default
         * @param sectionName one of its listeners; all by default
         */
        public record ParentRef(
                @Required String name,
                @Nullable String namespace,
                @Nullable String sectionName) {}
    }

    /**
     * The same port on every node.
     *
     * @param port which; Kubernetes chooses by default
     */
    public record NodePort(@Min(30000) @Max(32767) @Nullable Integer port) {}
}
