package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;

/** A condition of another resource in the same namespace that must be True before this one starts its own work. */
public record Dependency(
        @Required String kind,
        @Required String name,
        @Default("Ready") String condition) {

    public Dependency {
        condition = condition == null ? "Ready" : condition;
    }
}
