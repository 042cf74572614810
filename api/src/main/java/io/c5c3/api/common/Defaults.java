package io.c5c3.api.common;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What holds where nothing is written: the one place that reads {@link Default}. A component that is left out has the value that is
 * written there; without one, a list, a map and a text are empty, and a record has the defaults of its own components. Only what is
 * {@link Nullable}, or a number or choice that a person must write, is null.
 */
public final class Defaults {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final ClassValue<@Nullable Object[]> OF_COMPONENTS = new ClassValue<>() {
        @Override
        protected @Nullable Object[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents()).map(Defaults::of).toArray();
        }
    };

    private Defaults() {}

    /** A record of which nothing is written. */
    public static <R extends Record> R of(Class<R> type) {
        return type.cast(made(type, new @Nullable Object[type.getRecordComponents().length]));
    }

    /** The components of a record, with those that are left out. */
    static @Nullable Object[] complete(Class<?> type, @Nullable Object[] written) {
        var complete = written.clone();
        var defaults = OF_COMPONENTS.get(type);
        for (var i = 0; i < complete.length; i++) {
            complete[i] = complete[i] == null ? defaults[i] : complete[i];
        }
        return complete;
    }

    private static @Nullable Object of(RecordComponent component) {
        var written = component.getAccessor().getAnnotation(Default.class);
        var type = component.getType();
        if (written != null) {
            return value(
                    type == String.class ? TextNode.valueOf(written.value()) : tree(written.value()),
                    component.getGenericType());
        }
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (component.getAccessor().isAnnotationPresent(Required.class)) {
            return null;
        }
        if (type == String.class) {
            return "";
        }
        return type.isRecord() ? of(type.asSubclass(Record.class)) : null;
    }

    private static JsonNode tree(String text) {
        try {
            return text.startsWith("{") || text.startsWith("[") ? JSON.readTree(text) : TextNode.valueOf(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A default is no JSON: " + text, e);
        }
    }

    private static Object value(JsonNode node, Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(entry -> value(entry, generic.getActualTypeArguments()[0]))
                    .toList();
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            var map = new LinkedHashMap<String, Object>();
            node.properties()
                    .forEach(entry ->
                            map.put(entry.getKey(), value(entry.getValue(), generic.getActualTypeArguments()[1])));
            return Collections.unmodifiableMap(map);
        }
        if (type instanceof Class<?> raw && raw.isRecord()) {
            return made(
                    raw,
                    Arrays.stream(raw.getRecordComponents())
                            .map(component -> node.has(component.getName())
                                    ? value(node.get(component.getName()), component.getGenericType())
                                    : null)
                            .toArray());
        }
        return JSON.convertValue(node, JSON.constructType(type));
    }

    private static Object made(Class<?> type, @Nullable Object[] written) {
        try {
            var types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(complete(type, written));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(type + " refuses its own defaults", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " must be public, as all records of the API are", e);
        }
    }
}
