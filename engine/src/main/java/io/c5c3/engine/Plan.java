package io.c5c3.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What is to be done for one resource: steps, each after the conditions it needs, and what the status says whatever they find. */
public record Plan(List<Entry> entries, Map<String, Object> status) {

    public Plan {
        entries = Graph.ordered(entries);
        status = Map.copyOf(status);
    }

    /** A step and the conditions that must hold before it runs. */
    public record Entry(Step step, Set<String> after) {}

    public static Builder builder() {
        return new Builder();
    }

    /** Collects steps in the order a person would tell them. */
    public static final class Builder {
        private final Map<String, Entry> entries = new LinkedHashMap<>();
        private final Map<String, Object> status = new TreeMap<>();

        /** Adds a step that runs once the named conditions hold. */
        public Builder step(Step step, String... after) {
            var clash = entries.put(step.condition(), new Entry(step, Set.of(after)));
            if (clash != null) {
                throw new IllegalArgumentException("Two steps own the condition " + step.condition());
            }
            return this;
        }

        public Builder status(String field, Object value) {
            status.put(field, value);
            return this;
        }

        public Plan build() {
            return new Plan(new ArrayList<>(entries.values()), status);
        }
    }
}
