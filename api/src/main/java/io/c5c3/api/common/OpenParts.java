package io.c5c3.api.common;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Those parts of a plane that the API server does not look into: how pods are placed and sized, which the definition would otherwise
 * spell out for every service. They are held to what the definitions of the services say.
 */
public final class OpenParts {

    /** What is left open wherever a plane has it. */
    public static final Class<?> TYPE = Pods.class;

    /** The API server's own definitions say no less; larger exponents are numbers that take minutes to write out. */
    public static final String QUANTITY =
            "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?$";

    private static final int LONGEST_NAME = 63;

    /** So many names can be told where none is like the one that was written. */
    private static final int FEW = 12;

    private final DeserializationConfig config;
    private final List<String> mistakes = new ArrayList<>();

    OpenParts(DeserializationConfig config) {
        this.config = config;
    }

    /** Takes what cannot be read out of the tree, and says what is wrong with it. */
    List<String> strip(JsonNode tree, JavaType type, String path) {
        inside(tree, type, path, false);
        // In whatever order fields were written, the same mistakes are told in the same words.
        return mistakes.stream().sorted().toList();
    }

    /** Whether the value can stay. */
    private boolean sound(JsonNode value, JavaType type, String path, boolean open) {
        var here = open || type.hasRawClass(TYPE);
        var wrong = here && !value.isNull() ? wrong(value, type) : Optional.<String>empty();
        wrong.ifPresent(words -> mistakes.add(path + ": " + words));
        if (wrong.isEmpty()) {
            inside(value, type, path, here);
        }
        return wrong.isEmpty();
    }

    private void inside(JsonNode value, JavaType type, String path, boolean open) {
        switch (value) {
            case ArrayNode list
            when type.isCollectionLikeType() -> {
                var at = 0;
                for (var elements = list.iterator(); elements.hasNext(); at++) {
                    if (!sound(elements.next(), type.getContentType(), path + "[" + at + "]", open)) {
                        elements.remove();
                    }
                }
            }
            case ObjectNode map
            when type.isMapLikeType() ->
                map.properties()
                        .removeIf(entry -> !sound(
                                entry.getValue(),
                                type.getContentType(),
                                path + "[" + shortened(entry.getKey()) + "]",
                                open));
            case ObjectNode object when !scalar(type) -> fields(object, type, path, open);
            default -> {}
        }
    }

    private void fields(ObjectNode object, JavaType type, String path, boolean open) {
        var known = new TreeMap<String, BeanPropertyDefinition>();
        config.introspect(type).findProperties().forEach(field -> known.put(field.getName(), field));
        object.properties().removeIf(entry -> {
            var field = known.get(entry.getKey());
            var name = path + "." + shortened(entry.getKey());
            if (field == null && open) {
                mistakes.add(name + ": unknown field" + meant(entry.getKey(), known.keySet()));
            }
            return field == null ? open : !sound(entry.getValue(), field.getPrimaryType(), name, open);
        });
        if (open && type.isRecordType()) {
            limits(object, type.getRawClass(), path);
        }
    }

    /** What the annotations of a record ask for. */
    private void limits(ObjectNode object, Class<?> type, String path) {
        for (var component : type.getRecordComponents()) {
            var name = component.getName();
            annotation(type, name, Required.class)
                    .filter(required -> !object.hasNonNull(name))
                    .ifPresent(required -> mistakes.add(path + "." + name + ": must be written"));
            annotation(type, name, Min.class)
                    .filter(min ->
                            object.path(name).isNumber() && object.path(name).doubleValue() < min.value())
                    .ifPresent(min -> mistakes.add(path + "." + name + ": must be at least " + (long) min.value()));
        }
    }

    private static <A extends Annotation> Optional<A> annotation(Class<?> type, String field, Class<A> annotation) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(each -> each.getName().equals(field))
                .map(each -> each.getAnnotation(annotation))
                .filter(found -> found != null)
                .findFirst();
    }

    private static boolean scalar(JavaType type) {
        return type.isPrimitive()
                || type.isEnumType()
                || type.isJavaLangObject()
                || JsonNode.class.isAssignableFrom(type.getRawClass())
                || type.getRawClass().getName().startsWith("java.lang.")
                || type.hasRawClass(Quantity.class)
                || type.hasRawClass(IntOrString.class);
    }

    private static Optional<String> wrong(JsonNode value, JavaType type) {
        var expected = switch (type.getRawClass().getName()) {
            case "java.lang.String" -> value.isTextual() ? "" : "text";
            case "java.lang.Boolean", "boolean" -> value.isBoolean() ? "" : "true or false";
            case "java.lang.Integer", "int" -> value.isInt() ? "" : "a whole number of at most 2147483647";
            case "java.lang.Long", "long" ->
                value.isIntegralNumber() && value.canConvertToLong() ? "" : "a whole number";
            default -> expected(value, type);
        };
        return Optional.of(expected).filter(words -> !words.isEmpty()).map(words -> "must be " + words);
    }

    private static String expected(JsonNode value, JavaType type) {
        if (type.hasRawClass(Quantity.class)) {
            var quantity =
                    value.isNumber() || (value.isTextual() && value.asText().matches(QUANTITY));
            return quantity ? "" : "a quantity such as 500m, 2 or 1Gi";
        }
        if (type.hasRawClass(IntOrString.class)) {
            return value.isTextual() || value.isInt() ? "" : "a whole number or text";
        }
        if (type.isEnumType()) {
            var names = Arrays.stream(type.getRawClass().getEnumConstants())
                    .map(String::valueOf)
                    .toList();
            return names.contains(value.asText()) ? "" : "one of " + String.join(", ", names);
        }
        if (type.isCollectionLikeType()) {
            return value.isArray() ? "" : "a list";
        }
        return value.isObject() || scalar(type) ? "" : "an object with fields";
    }

    private static String meant(String name, Set<String> known) {
        return Spelling.nearest(shortened(name), known)
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse(known.size() <= FEW ? "; there are " + String.join(", ", known) : "");
    }

    /** Names may be of any length. */
    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
    }
}
