package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.app.Packaging;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Every field of a kind's definition that holds text or a number, with values that its schema admits and nobody thought of. */
final class HostileValues {

    private static final List<String> TEXTS = List.of(
            "http://[x",
            "",
            "x".repeat(10_000),
            "a\nb: c\r\n[DEFAULT]\nd = e",
            "../../x",
            "%s%n%",
            "${x}$(x)`x`{{x}}",
            "'\"\\;--",
            "\u00fc\u4e2d\ud83d\ude00\u202e",
            "-",
            "10.0.0.300:99999",
            "* * * * *");

    /** A field as the steps to it, and a value. */
    record Change(List<String> path, JsonNode value) {

        JsonNode in(JsonNode spec) {
            var changed = spec.isObject() ? (ObjectNode) spec.deepCopy() : Json.MAPPER.createObjectNode();
            put(changed, path);
            return changed;
        }

        private void put(ObjectNode node, List<String> left) {
            var name = left.getFirst();
            var rest = left.subList(1, left.size());
            if (rest.isEmpty()) {
                node.set(name, value);
            } else if (rest.getFirst().equals(ELEMENT)) {
                var array = node.path(name).isArray() ? (ArrayNode) node.get(name) : node.putArray(name);
                if (rest.size() == 1) {
                    array.removeAll().add(value);
                } else {
                    if (array.isEmpty()) {
                        array.addObject();
                    }
                    put((ObjectNode) array.get(0), rest.subList(1, rest.size()));
                }
            } else {
                put(node.path(name).isObject() ? (ObjectNode) node.get(name) : node.putObject(name), rest);
            }
        }

        @Override
        public String toString() {
            var text = value.toString();
            return String.join(".", path) + " = " + (text.length() <= 60 ? text : text.substring(0, 60) + "...");
        }
    }

    private static final String ELEMENT = "[]";

    private static final List<String> KEYS = List.of("key", "..", "a\nb", "", "[x]");

    private final List<Change> changes = new ArrayList<>();
    private final int perField;
    private int turn;

    private HostileValues(int perField) {
        this.perField = perField;
    }

    /** Changes of every field, with so many of the texts each; which ones, changes from field to field. */
    static List<Change> of(Class<? extends HasMetadata> kind, int perField) {
        var name = HasMetadata.getFullResourceName(kind);
        var definition = Packaging.files().entrySet().stream()
                .filter(file -> file.getKey().startsWith("packaging/crds/"))
                .map(file -> Serialization.unmarshal(file.getValue(), JsonNode.class))
                .filter(node -> node.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
        var found = new HostileValues(perField);
        found.walk(List.of(), definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec"));
        return found.changes;
    }

    private void walk(List<String> path, JsonNode schema) {
        schema.path("properties").properties().forEach(field -> walk(with(path, field.getKey()), field.getValue()));
        if (schema.has("items")) {
            walk(with(path, ELEMENT), schema.get("items"));
        }
        if (schema.path("additionalProperties").isObject()) {
            turn++;
            walk(with(path, KEYS.get(turn % KEYS.size())), schema.get("additionalProperties"));
        }
        var numeric = schema.path("x-kubernetes-int-or-string").asBoolean();
        if ("string".equals(schema.path("type").asText()) && !schema.has("enum") && !schema.has("format")) {
            var admitted = TEXTS.stream().filter(text -> admits(schema, text)).toList();
            for (var i = 0; i < Math.min(perField, admitted.size()); i++) {
                var text = admitted.get((turn + i) % admitted.size());
                changes.add(new Change(path, Json.MAPPER.getNodeFactory().textNode(text)));
            }
            turn += perField;
        } else if ("integer".equals(schema.path("type").asText()) && !numeric) {
            changes.add(number(path, schema.path("minimum").asLong(Integer.MIN_VALUE)));
            changes.add(number(path, schema.path("maximum").asLong(Integer.MAX_VALUE)));
        }
    }

    private static Change number(List<String> path, long number) {
        return new Change(path, Json.MAPPER.getNodeFactory().numberNode(number));
    }

    private static boolean admits(JsonNode schema, String text) {
        return text.codePointCount(0, text.length()) <= schema.path("maxLength").asInt(Integer.MAX_VALUE)
                && text.length() >= schema.path("minLength").asInt(0)
                && (!schema.has("pattern")
                        || Pattern.compile(schema.get("pattern").asText())
                                .matcher(text)
                                .find());
    }

    private static List<String> with(List<String> path, String step) {
        var longer = new ArrayList<>(path);
        longer.add(step);
        return List.copyOf(longer);
    }
}
