package io.c5c3.tests.memory;

import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.c5c3.engine.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** For every field of a schema, what it admits and nobody thought of. A new field is found here without a word from anybody. */
final class HostileValues {

    private static final JsonNodeFactory NODES = Json.MAPPER.getNodeFactory();

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "http://[x",
            "http://x:99999999/ y",
            "://",
            "x".repeat(300),
            "x".repeat(100_000),
            "a\nb: c\r\n[DEFAULT]\nd = e",
            "\u0000\u0007\u001b[31m",
            "\u00fc\u4e2d\ud83d\ude00\u202e",
            "../../x",
            "/",
            ".",
            "-",
            ":",
            ",,",
            "=",
            "@:/?#[]",
            "{{ .x }}{% x %}",
            "{\"a\": [",
            "%s%n%",
            "%%%d%1$s",
            "$(X)${x}$1\\1`x`",
            "'; DROP TABLE x; -- \"`\\",
            "& | > /x; rm #",
            "*",
            "(",
            "&a [*a, !!x {",
            "-1",
            "99999999999999999999",
            "1e999999999",
            "0x1F",
            "NaN",
            "5Zi",
            "* * * * *",
            "99 99 31 2 9",
            "0 0 31 2 *",
            "@never",
            "10.0.0.300",
            "10.0.0.0/99",
            "::1/129",
            "fe80::1%eth0",
            "x:99999",
            "tcp:x",
            "P1Y",
            "99999999999h",
            "1h-3m",
            "2025.2",
            "UPPER_case.",
            "true",
            "null");

    private static final List<String> KEYS =
            List.of("key", "", "..", "a\nb", "[x]", "a/b", "a.b", "x".repeat(300), "%s", "\u00fc", "DEFAULT");

    private static final List<JsonNode> NUMBERS = List.of(
            NODES.numberNode(0),
            NODES.numberNode(-1),
            NODES.numberNode(1),
            NODES.numberNode(Integer.MAX_VALUE),
            NODES.numberNode(Integer.MIN_VALUE),
            NODES.numberNode(Long.MAX_VALUE),
            NODES.numberNode(Long.MIN_VALUE));

    private static final List<JsonNode> FRACTIONS =
            List.of(NODES.numberNode(0.1), NODES.numberNode(-1e300), NODES.numberNode(1e300));

    /** One field with all that it is to be tried with. */
    record Field(List<String> path, List<JsonNode> values) {}

    private final List<Field> fields = new ArrayList<>();

    private HostileValues() {}

    static List<Field> of(Schema spec) {
        var found = new HostileValues();
        found.walk(List.of(), spec);
        return found.fields;
    }

    private void walk(List<String> path, Schema schema) {
        schema.properties().forEach((name, field) -> walk(with(path, name), field));
        schema.elements().ifPresent(element -> walk(with(path, Change.ELEMENT), element));
        schema.values().ifPresent(value -> {
            walk(with(path, KEYS.getFirst()), value);
            add(path, schema, KEYS.stream().map(key -> NODES.objectNode().set(key, value.harmless())));
        });
        if (schema.free()) {
            add(
                    path,
                    schema,
                    Stream.concat(KEYS.stream().map(key -> NODES.objectNode().put(key, key)), Stream.of(deep())));
        }
        if (!path.isEmpty()) {
            add(path, schema, plain(schema));
        }
    }

    private static Stream<JsonNode> plain(Schema schema) {
        var bounds = Stream.of("minimum", "maximum")
                .map(schema.node()::path)
                .filter(JsonNode::isNumber)
                .map(bound -> asRead(bound.asLong()));
        var choices = new ArrayList<JsonNode>();
        schema.node().path("enum").forEach(choices::add);
        var lists = schema.elements().stream()
                .flatMap(element -> Stream.of(
                        NODES.arrayNode(),
                        NODES.arrayNode().add(element.harmless()).add(element.harmless())));
        return Stream.of(
                        TEXTS.stream().<JsonNode>map(NODES::textNode),
                        bounds,
                        NUMBERS.stream(),
                        FRACTIONS.stream(),
                        choices.stream(),
                        Stream.<JsonNode>of(NODES.booleanNode(true), NODES.booleanNode(false)),
                        lists)
                .flatMap(values -> values);
    }

    /** What comes from an API server is never wider than it needs to be. */
    private static JsonNode asRead(long number) {
        return number == (int) number ? NODES.numberNode((int) number) : NODES.numberNode(number);
    }

    /** A tree that is deeper than a stack of calls, if it is walked as a tree is. */
    private static JsonNode deep() {
        var root = NODES.objectNode();
        var node = root;
        for (var i = 0; i < 500; i++) {
            node = node.putObject("x");
        }
        return root;
    }

    private void add(List<String> path, Schema schema, Stream<? extends JsonNode> values) {
        Set<JsonNode> admitted = values.filter(schema::admits).collect(toCollection(LinkedHashSet::new));
        if (!admitted.isEmpty()) {
            fields.add(new Field(path, List.copyOf(admitted)));
        }
    }

    private static List<String> with(List<String> path, String step) {
        var longer = new ArrayList<>(path);
        longer.add(step);
        return List.copyOf(longer);
    }
}
