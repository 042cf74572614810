package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.c5c3.engine.Json;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The schema of a field: what it admits, and what has to be there beside it. */
record Schema(JsonNode node) {

    private static final Pattern CHOICE = Pattern.compile("self\\.(\\w+) in \\[([0-9, ]+)]");
    private static final Pattern FORM =
            Pattern.compile("(?:!has\\(self\\.\\w+\\) \\|\\| )?self\\.(\\w+)\\.matches\\('(.*)'\\)");

    /** Something harmless for a field that must be there, in one of the forms that patterns ask for. */
    private static final List<String> HARMLESS =
            List.of("x", "1", "1Gi", "10.0.0.0/24", "10.0.0.1", "0 0 * * *", "http://x", "tcp:x:1", "x:1", "/x");

    static final JsonNode TRUE = BooleanNode.TRUE;

    /** Two in each form that patterns ask for, so that one can be told from the other. */
    private static final List<String> EXAMPLES = List.of(
            "x",
            "y",
            "1",
            "2",
            "1Gi",
            "2Gi",
            "10.0.0.0/24",
            "10.0.1.0/24",
            "10.0.0.1",
            "10.0.0.2",
            "0 0 * * *",
            "5 4 * * *",
            "20260101T000000Z",
            "20260102T000000Z",
            "http://x",
            "http://y",
            "tcp:x:1",
            "tcp:y:1",
            "x:1",
            "y:1",
            "/x",
            "/y",
            "2025.1",
            "2025.2",
            "1h",
            "2h",
            "30s",
            "40s",
            "a.b.C",
            "a.b.D",
            "sha256:" + "a".repeat(64),
            "sha256:" + "b".repeat(64));

    private static final List<Integer> NUMBERS = List.of(0, 1, 2, 3, 4, 5, 30, 100, 600, 1500, 8080, 30001, 30002);

    private static final int MOST_EXAMPLES = 12;

    static Schema of(Class<? extends HasMetadata> kind) {
        try {
            var file = Repository.file("packaging/crds/" + HasMetadata.getFullResourceName(kind) + ".yaml");
            var definition = Serialization.unmarshal(Files.readString(file), JsonNode.class);
            return new Schema(definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, Schema> properties() {
        var properties = new TreeMap<String, Schema>();
        node.path("properties")
                .properties()
                .forEach(field -> properties.put(field.getKey(), new Schema(field.getValue())));
        node.path("x-kubernetes-validations")
                .forEach(rule -> narrow(properties, rule.path("rule").asText()));
        return properties;
    }

    /** Of the rules, those on one field alone. What the others refuse is tried all the same, which does no harm. */
    private static void narrow(Map<String, Schema> properties, String rule) {
        var choice = CHOICE.matcher(rule);
        if (choice.matches()) {
            properties.computeIfPresent(choice.group(1), (name, field) -> {
                var narrowed = field.node.<ObjectNode>deepCopy();
                var values = narrowed.putArray("enum");
                Stream.of(choice.group(2).split(", *")).map(Integer::valueOf).forEach(values::add);
                return new Schema(narrowed);
            });
        }
        var form = FORM.matcher(rule);
        if (form.matches()) {
            properties.computeIfPresent(
                    form.group(1),
                    (name, field) ->
                            new Schema(field.node.<ObjectNode>deepCopy().put("pattern", form.group(2))));
        }
    }

    /** Of the elements of a list. */
    Optional<Schema> elements() {
        return Optional.ofNullable(node.get("items")).map(Schema::new);
    }

    /** Of the values of a map. */
    Optional<Schema> values() {
        return Optional.ofNullable(node.get("additionalProperties"))
                .filter(JsonNode::isObject)
                .map(Schema::new);
    }

    /** A tree of which nothing is said. */
    boolean free() {
        return node.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    }

    boolean admits(JsonNode value) {
        if (node.has("enum")) {
            return Stream.of(node.get("enum")).anyMatch(values -> contains(values, value));
        }
        if (node.path("x-kubernetes-int-or-string").asBoolean()) {
            return (value.isIntegralNumber() && admitsNumber(value.doubleValue()))
                    || (value.isTextual() && admitsText(value.asText()));
        }
        return switch (node.path("type").asText()) {
            case "string" -> value.isTextual() && admitsText(value.asText());
            case "integer" -> value.isIntegralNumber() && admitsNumber(value.doubleValue());
            case "number" -> value.isNumber() && admitsNumber(value.doubleValue());
            case "boolean" -> value.isBoolean();
            case "array" ->
                value.isArray()
                        && value.size() >= node.path("minItems").asInt(0)
                        && value.size() <= node.path("maxItems").asInt(Integer.MAX_VALUE);
            case "object" -> value.isObject();
            default -> true;
        };
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        for (var one : values) {
            if (one.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private boolean admitsText(String text) {
        var length = text.codePointCount(0, text.length());
        return length >= node.path("minLength").asInt(0)
                && length <= node.path("maxLength").asInt(Integer.MAX_VALUE)
                && (!node.has("pattern")
                        || Pattern.compile(node.get("pattern").asText())
                                .matcher(text)
                                .find());
    }

    private boolean admitsNumber(double number) {
        return number >= node.path("minimum").asDouble(-Double.MAX_VALUE)
                && number <= node.path("maximum").asDouble(Double.MAX_VALUE);
    }

    /** The value with the defaults and the required fields that it lacks, as far as something harmless can be found for them. */
    JsonNode completed(JsonNode value) {
        if (value instanceof ArrayNode array) {
            elements().ifPresent(each -> {
                for (var i = 0; i < array.size(); i++) {
                    array.set(i, each.completed(array.get(i)));
                }
            });
        } else if (value instanceof ObjectNode object) {
            values().ifPresent(each ->
                    object.properties().forEach(field -> field.setValue(each.completed(field.getValue()))));
            properties().forEach((name, field) -> {
                if (!object.has(name)) {
                    field.harmless(requires(name)).ifPresent(found -> object.set(name, found));
                }
                if (object.has(name)) {
                    object.set(name, field.completed(object.get(name)));
                }
            });
        }
        return value;
    }

    private boolean requires(String name) {
        return contains(node.path("required"), TextNode.valueOf(name));
    }

    private Optional<JsonNode> harmless(boolean required) {
        if (node.has("default")) {
            return Optional.of(node.get("default").deepCopy());
        }
        return required ? Optional.of(harmless()) : Optional.empty();
    }

    /** Something that can stand there. */
    JsonNode harmless() {
        if (node.has("enum")) {
            return node.get("enum").get(0);
        }
        var nodes = Json.MAPPER.getNodeFactory();
        return switch (node.path("type").asText()) {
            case "integer", "number" -> nodes.numberNode(node.path("minimum").asLong(1));
            case "boolean" -> nodes.booleanNode(true);
            case "array" -> {
                var list = nodes.arrayNode();
                for (var i = 0; i < node.path("minItems").asInt(0); i++) {
                    list.add(elements().orElseThrow().harmless());
                }
                yield completed(list);
            }
            case "object" -> completed(nodes.objectNode());
            default ->
                HARMLESS.stream()
                        .<JsonNode>map(nodes::textNode)
                        .filter(this::admits)
                        .findFirst()
                        .orElse(nodes.textNode("x"));
        };
    }

    /** Whether it is a choice of few. */
    boolean chosen() {
        return node.has("enum") || "boolean".equals(node.path("type").asText());
    }

    /** Some values that can stand there, the plainest first. */
    Stream<JsonNode> examples() {
        var nodes = Json.MAPPER.getNodeFactory();
        if (node.has("enum")) {
            return StreamSupport.stream(node.get("enum").spliterator(), false);
        }
        var found = switch (node.path("type").asText()) {
            case "boolean" -> Stream.<JsonNode>of(nodes.booleanNode(true), nodes.booleanNode(false));
            case "integer", "number" -> NUMBERS.stream().<JsonNode>map(nodes::numberNode);
            case "array" ->
                elements()
                        .orElseThrow()
                        .examples()
                        .limit(2)
                        .<JsonNode>map(each -> completed(nodes.arrayNode().add(each)));
            case "object" -> Stream.concat(inner(), Stream.of(completed(nodes.objectNode())));
            default -> EXAMPLES.stream().<JsonNode>map(nodes::textNode);
        };
        return found.filter(this::admits).limit(MOST_EXAMPLES);
    }

    private Stream<JsonNode> inner() {
        var nodes = Json.MAPPER.getNodeFactory();
        var keyed = values().stream()
                .flatMap(Schema::examples)
                .map(value -> nodes.objectNode().<ObjectNode>set("key", value));
        var free = free()
                ? Stream.of(nodes.objectNode().put("x", "y"), nodes.objectNode().put("x", "z"))
                : Stream.<ObjectNode>of();
        var typed = properties().entrySet().stream()
                .flatMap(field -> field.getValue()
                        .examples()
                        .limit(2)
                        .map(value -> nodes.objectNode().<ObjectNode>set(field.getKey(), value)));
        return Stream.of(keyed, free, typed)
                .flatMap(some -> some)
                .limit(MOST_EXAMPLES)
                .map(this::completed);
    }
}
