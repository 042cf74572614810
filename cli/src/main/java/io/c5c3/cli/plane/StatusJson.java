package io.c5c3.cli.plane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Trees of resources for programs: the same facts as {@link StatusText}, under stable names. */
public final class StatusJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private StatusJson() {}

    public static String of(Forest forest) {
        var document = MAPPER.createObjectNode();
        document.set("resources", list(forest.roots()));
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values always has a JSON form", e);
        }
    }

    private static ArrayNode list(List<Forest.Node> nodes) {
        var list = MAPPER.createArrayNode();
        nodes.forEach(node -> list.add(object(node)));
        return list;
    }

    private static ObjectNode object(Forest.Node node) {
        var resource = node.resource();
        var object = MAPPER.createObjectNode()
                .put("kind", resource.kind())
                .put("name", resource.name())
                .put("namespace", resource.namespace())
                .put("ready", resource.isReady())
                .put("state", resource.state().word())
                .put("created", resource.created().toString());
        for (var field : List.of("phase", "progress", "endpoint")) {
            if (!resource.status(field).isEmpty()) {
                object.put(field, resource.status(field));
            }
        }
        var conditions = object.putArray("conditions");
        resource.conditions()
                .forEach(condition -> conditions
                        .addObject()
                        .put("type", condition.getType())
                        .put("status", condition.getStatus())
                        .put("reason", condition.getReason())
                        .put("message", condition.getMessage())
                        .put("since", condition.getLastTransitionTime()));
        resource.blockedBy()
                .ifPresent(by -> object.putObject("blockedBy")
                        .put("kind", by.kind())
                        .put("name", by.name())
                        .put("reason", by.reason())
                        .put("message", by.message()));
        object.set("children", list(node.children()));
        return object;
    }
}
