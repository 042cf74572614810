package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/**
 * A condition of another resource in the same namespace that must be True before this one starts its own work.
 *
 * @param group the API group of the kind, needed only where two projects have a kind of that name
 * @param kind what it is, for example Keystone
 * @param name its name
 * @param condition the condition that must be True
 */
public record Dependency(
        @Nullable String group,
        @Required String kind,
        @Required String name,
        @Default("Ready") String condition) {

    public Dependency {
        condition = condition == null ? "Ready" : condition;
    }
}
