package io.c5c3.api.common;

import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How an API is reached from outside the cluster; without it, by its ClusterIP only. */
@ValidationRule(
        value = "!(has(self.ingress) && has(self.gateway))",
        message = "write either exposure.ingress or exposure.gateway, not both")
@RecordBuilder
public record Exposure(
        @Nullable Ingress ingress,
        @Nullable Gateway gateway,
        @Nullable NodePort nodePort) {

    @RecordBuilder
    public record Ingress(
            @Required String host,
            @Nullable String className,
            @Nullable String tlsSecretName,
            Map<String, String> annotations) {}

    /** A Gateway API HTTPRoute that hangs below an existing Gateway. */
    @RecordBuilder
    public record Gateway(
            @Required String hostname, @Required ParentRef parentRef) {
        public record ParentRef(
                @Required String name,
                @Nullable String namespace,
                @Nullable String sectionName) {}
    }

    public record NodePort(@Min(30000) @Max(32767) @Nullable Integer port) {}
}
