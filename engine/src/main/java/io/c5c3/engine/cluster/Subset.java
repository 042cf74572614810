package io.c5c3.engine.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.regex.Pattern;

/**
 * Whether an object still holds everything we want of it. What others added (defaults of the API server, injected containers,
 * annotations, an autoscaler's replicas) does not count against it; a field of ours that somebody changed does.
 */
final class Subset {

    /** Of a size that can be written out: a text of somebody's may be any number, and take minutes. */
    private static final Pattern QUANTITY =
            Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,30})?([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?");

    private Subset() {}

    static boolean of(JsonNode wanted, JsonNode actual) {
        if (wanted.isObject()) {
            for (var field : wanted.properties()) {
                if (!of(field.getValue(), actual.path(field.getKey()))) {
                    return false;
                }
            }
            return true;
        }
        if (wanted.isArray()) {
            for (var element : wanted) {
                if (!anyMatch(element, actual)) {
                    return false;
                }
            }
            return true;
        }
        return wanted.isNull() || scalar(wanted, actual);
    }

    private static boolean anyMatch(JsonNode wanted, JsonNode actual) {
        for (var candidate : actual) {
            if (of(wanted, candidate)) {
                return true;
            }
        }
        return false;
    }

    private static boolean scalar(JsonNode wanted, JsonNode actual) {
        if (wanted.equals(actual)
                || (wanted.isNumber() && actual.isNumber() && wanted.asDouble() == actual.asDouble())) {
            return true;
        }
        // The API server leaves empty strings and false out, and writes quantities in its own way.
        if (actual.isMissingNode()) {
            return (wanted.isTextual() && wanted.asText().isEmpty()) || (wanted.isBoolean() && !wanted.asBoolean());
        }
        return wanted.isTextual() && actual.isTextual() && sameQuantity(wanted.asText(), actual.asText());
    }

    private static boolean sameQuantity(String wanted, String actual) {
        return QUANTITY.matcher(wanted).matches()
                && QUANTITY.matcher(actual).matches()
                && Quantity.getAmountInBytes(new Quantity(wanted))
                                .compareTo(Quantity.getAmountInBytes(new Quantity(actual)))
                        == 0;
    }
}
