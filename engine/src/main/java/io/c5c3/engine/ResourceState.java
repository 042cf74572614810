package io.c5c3.engine;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a resource stands after a look, as its status says: for those who watch many at once.
 *
 * @param conditions True, False or Unknown, by condition
 * @param phase where it is on its way, if its kind has phases
 * @param blockedBy what it waits for at the bottom, as Kind/name
 * @param at when that was seen
 */
public record ResourceState(
        Map<String, String> conditions, Optional<String> phase, Optional<String> blockedBy, Instant at) {

    static ResourceState of(List<Condition> conditions, Map<String, ?> status, Instant at) {
        var types = new TreeMap<String, String>();
        conditions.forEach(condition -> types.put(condition.getType(), condition.getStatus()));
        var cause = Optional.ofNullable(status.get("blockedBy"))
                .filter(Map.class::isInstance)
                .map(found -> (Map<?, ?>) found)
                .map(found -> found.get("kind") + "/" + found.get("name"));
        return new ResourceState(types, Optional.ofNullable(status.get("phase")).map(Objects::toString), cause, at);
    }

    public boolean holds(String condition) {
        return "True".equals(conditions.get(condition));
    }
}
