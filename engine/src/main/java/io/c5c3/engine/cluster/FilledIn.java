package io.c5c3.engine.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;

/** The defaults of a definition in a resource that was written without them. */
final class FilledIn {

    private FilledIn() {}

    /** As an API server does it: what was left out of a resource of ours is there once it is stored. */
    static void fillIn(Class<? extends HasMetadata> kind, ObjectNode node) {
        if (node.has("spec")
                && CustomResource.class.isAssignableFrom(kind)
                && Json.KUBERNETES.convertValue(node, kind) instanceof CustomResource<?, ?> resource) {
            node.set("spec", under(node.get("spec"), Json.MAPPER.valueToTree(resource.getSpec())));
        }
    }

    /** What was written, with what was filled in below it: a plane's mistakes are stored like all else. */
    private static JsonNode under(JsonNode written, JsonNode filled) {
        if (written.isObject() && filled.isObject()) {
            var both = (ObjectNode) filled.deepCopy();
            written.properties()
                    .forEach(field -> both.set(
                            field.getKey(),
                            filled.has(field.getKey())
                                    ? under(field.getValue(), filled.get(field.getKey()))
                                    : field.getValue()));
            return both;
        }
        if (written.isArray() && filled.isArray() && written.size() == filled.size()) {
            var both = Json.MAPPER.createArrayNode();
            for (var i = 0; i < written.size(); i++) {
                both.add(under(written.get(i), filled.get(i)));
            }
            return both;
        }
        return written;
    }
}
