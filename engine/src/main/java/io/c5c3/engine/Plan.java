package io.c5c3.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is to be done for one resource: steps, each behind a condition of its own and after the conditions it needs.
 *
 * @param status what the blueprint itself knows, before any step has run: it is part of what a rehearsal and golden files show. What
 *     steps find, they return, and it counts where both speak of a field.
 */
public record Plan(List<Entry> entries, Map<String, Object> status) {

    public Plan {
        entries = Graph.ordered(entries);
        status = Map.copyOf(status);
    }

    /**
     * A step, and its place in the plan.
     *
     * @param condition the type of the condition that tells how the step stands, for example {@code DatabaseReady}
     * @param after the conditions that must hold before it runs
     * @param decides whether the resource is ready only once the step has succeeded
     */
    public record Entry(String condition, Step step, Set<String> after, boolean decides) {}

    public static Builder builder() {
        return new Builder();
    }

    /** Collects steps in the order a person would tell them. */
    public static final class Builder {
        private final Map<String, Entry> entries = new LinkedHashMap<>();
        private final Map<String, Object> status = new TreeMap<>();

        /** Adds a step that runs once the named conditions hold. */
        public Builder step(String condition, Step step, String... after) {
            return add(new Entry(condition, step, Set.of(after), true));
        }

        /** The same for one that merely looks on: its condition tells what it saw, and holds nothing up. */
        public Builder aside(String condition, Step step, String... after) {
            return add(new Entry(condition, step, Set.of(after), false));
        }

        private Builder add(Entry entry) {
            if (entries.put(entry.condition(), entry) != null) {
                throw new IllegalArgumentException("Two steps own the condition " + entry.condition());
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
