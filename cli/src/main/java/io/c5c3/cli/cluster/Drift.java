package io.c5c3.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;
import java.util.Set;

/**
 * Tells whether an object still holds everything that was written to it. Fields that others added do not matter; neither do those
 * that the API server drops because they say nothing, or writes in another way.
 */
final class Drift {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Fields that are for the API server to fill, or that it stores elsewhere. */
    private static final Set<String> NOT_KEPT = Set.of("status", "stringData", "creationTimestamp", "managedFields");

    private Drift() {}

    /** The path of the first field that is no longer as it should be. */
    static Optional<String> between(HasMetadata live, HasMetadata desired) {
        return object(MAPPER.valueToTree(live), MAPPER.valueToTree(desired), "");
    }

    private static Optional<String> between(JsonNode live, JsonNode desired, String path) {
        if (saysNothing(desired) && saysNothing(live)) {
            return Optional.empty();
        }
        if (desired.isObject()) {
            return object(live, desired, path);
        }
        if (desired.isArray()) {
            return list(live, desired, path);
        }
        return same(live, desired) ? Optional.empty() : Optional.of(path);
    }

    private static Optional<String> object(JsonNode live, JsonNode desired, String path) {
        for (var field : desired.properties()) {
            if (!NOT_KEPT.contains(field.getKey())) {
                var drift = between(live.path(field.getKey()), field.getValue(), path + "." + field.getKey());
                if (drift.isPresent()) {
                    return drift;
                }
            }
        }
        return Optional.empty();
    }

    /** Others may add items, and lists that are maps by nature have no order: each item has to be there, somewhere. */
    private static Optional<String> list(JsonNode live, JsonNode desired, String path) {
        for (var item : desired) {
            var found = false;
            for (var candidate : live) {
                found = found || between(candidate, item, path).isEmpty();
            }
            if (!found) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    private static boolean saysNothing(JsonNode node) {
        return node.isMissingNode()
                || node.isNull()
                || (node.isContainerNode() && node.isEmpty())
                || (node.isTextual() && node.asText().isEmpty())
                || (node.isNumber() && node.asDouble() == 0)
                || (node.isBoolean() && !node.asBoolean());
    }

    private static boolean same(JsonNode live, JsonNode desired) {
        return live.isValueNode() && (live.asText().equals(desired.asText()) || sameQuantity(live, desired));
    }

    /** The API server writes 1000m as 1 and 1024Mi as 1Gi. */
    private static boolean sameQuantity(JsonNode live, JsonNode desired) {
        try {
            return Quantity.getAmountInBytes(Quantity.parse(live.asText()))
                            .compareTo(Quantity.getAmountInBytes(Quantity.parse(desired.asText())))
                    == 0;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }
}
