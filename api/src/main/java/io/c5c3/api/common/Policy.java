package io.c5c3.api.common;

import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Policy rules laid over the service's own; inline ones win over those of the ConfigMap.
 *
 * @param rules rules by name, such as {@code os_compute_api:servers:create}
 * @param configMapRef a ConfigMap with rules in its key policy.yaml
 */
@ValidationRule(
        value = "has(self.rules) || has(self.configMapRef)",
        message = "write policyOverrides.rules or policyOverrides.configMapRef, or leave policyOverrides out")
public record Policy(
        @Nullable Map<String, String> rules, @Nullable NameRef configMapRef) {

    /** The rules of both, those of {@code stronger} winning; its ConfigMap replaces ours. */
    public static @Nullable Policy merge(@Nullable Policy weaker, @Nullable Policy stronger) {
        if (weaker == null || stronger == null) {
            return weaker == null ? stronger : weaker;
        }
        var rules = new TreeMap<String, String>(weaker.rules == null ? Map.of() : weaker.rules);
        rules.putAll(stronger.rules == null ? Map.of() : stronger.rules);
        return new Policy(
                rules.isEmpty() ? null : rules,
                stronger.configMapRef == null ? weaker.configMapRef : stronger.configMapRef);
    }
}
