package io.c5c3.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.Map;
import java.util.Objects;

/**
 * Defaults that rules look into. The API server tries a rule on the default of an object as it is written, before what is inside gets its own
 * defaults: {@code default: {}} has nothing that a rule could look at, and the definition is refused.
 */
final class SpelledDefaults {

    private SpelledDefaults() {}

    /** Writes out such defaults in a schema, from the defaults of what is inside. */
    static void in(JSONSchemaProps schema) {
        for (var field : fields(schema).values()) {
            in(field);
            if (field.getDefault() instanceof ObjectNode written && isRuled(field)) {
                field.setDefault(filled(written, field));
            }
        }
        if (schema.getItems() != null && schema.getItems().getSchema() != null) {
            in(schema.getItems().getSchema());
        }
    }

    private static boolean isRuled(JSONSchemaProps schema) {
        return (schema.getXKubernetesValidations() != null
                        && !schema.getXKubernetesValidations().isEmpty())
                || fields(schema).values().stream().anyMatch(SpelledDefaults::isRuled);
    }

    private static JsonNode filled(JsonNode written, JSONSchemaProps schema) {
        if (!(written instanceof ObjectNode object)) {
            return written;
        }
        var filled = object.deepCopy();
        fields(schema).forEach((name, field) -> {
            var value = filled.has(name) ? filled.get(name) : field.getDefault();
            if (value != null) {
                filled.set(name, filled(value, field));
            }
        });
        return filled;
    }

    private static Map<String, JSONSchemaProps> fields(JSONSchemaProps schema) {
        return Objects.requireNonNullElse(schema.getProperties(), Map.of());
    }
}
