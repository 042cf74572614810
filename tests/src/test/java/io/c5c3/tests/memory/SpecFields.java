package io.c5c3.tests.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every field of the specs of several kinds, with values that its definition admits. What is Kubernetes' own, an affinity say, is one
 * field: it is passed on as a whole. A new field is found here without a word from anybody.
 */
final class SpecFields {

    /**
     * One field.
     *
     * @param path the steps to it from the spec on
     * @param values what can stand there
     * @param enabling what switches those parts on that it belongs to
     * @param choices what can be chosen beside it, and may decide whether anybody reads it
     */
    record Field(List<String> path, List<JsonNode> values, List<Change> enabling, List<Change> choices) {

        @Override
        public String toString() {
            return String.join(".", path).replace("." + Change.ELEMENT, Change.ELEMENT);
        }
    }

    private static final String SWITCH = "enabled";
    private static final String OURS = "io.c5c3.api.";
    private static final String KEY = "key";

    /** A plane leaves open what the definitions of its services have in full. */
    private final Map<Class<?>, Schema> known = new HashMap<>();

    private final Map<Class<?>, List<Field>> fields = new HashMap<>();

    /** @param kinds those whose definitions leave something open come last */
    SpecFields(List<Class<? extends HasMetadata>> kinds) {
        for (var kind : kinds) {
            var found = new ArrayList<Field>();
            var spec = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments()[0];
            walk(new Field(List.of(), List.of(), List.of(), List.of()), Schema.of(kind), spec, found);
            fields.put(kind, found);
        }
    }

    List<Field> of(Class<? extends HasMetadata> kind) {
        return fields.getOrDefault(kind, List.of());
    }

    private void walk(Field at, Schema schema, Type type, List<Field> found) {
        if (type instanceof Class<?> record
                && record.isRecord()
                && record.getName().startsWith(OURS)) {
            var whole = schema.free() ? Optional.ofNullable(known.get(record)) : Optional.of(schema);
            if (whole.isPresent()) {
                known.putIfAbsent(record, whole.get());
                into(at, whole.get(), record, found);
                return;
            }
        }
        var inner = argument(type, List.class, 0).or(() -> argument(type, Map.class, 1));
        if (inner.filter(SpecFields::holdsRecords).isPresent()) {
            schema.elements().ifPresent(each -> walk(below(at, Change.ELEMENT), each, inner.get(), found));
            schema.values().ifPresent(each -> walk(below(at, KEY), each, inner.get(), found));
            return;
        }
        found.add(new Field(at.path(), schema.examples().toList(), at.enabling(), at.choices()));
    }

    private static boolean holdsRecords(Type type) {
        return (type instanceof Class<?> record
                        && record.isRecord()
                        && record.getName().startsWith(OURS))
                || argument(type, List.class, 0)
                        .or(() -> argument(type, Map.class, 1))
                        .filter(SpecFields::holdsRecords)
                        .isPresent();
    }

    private void into(Field at, Schema schema, Class<?> record, List<Field> found) {
        var types = new HashMap<String, Type>();
        Arrays.stream(record.getRecordComponents()).forEach(part -> types.put(part.getName(), type(part)));
        var properties = schema.properties();
        var enabling = new ArrayList<>(at.enabling());
        if (properties.containsKey(SWITCH)) {
            enabling.add(new Change(below(at, SWITCH).path(), Schema.TRUE));
        }
        properties.forEach((name, field) -> {
            var choices = new ArrayList<>(at.choices());
            properties.forEach((other, beside) -> {
                if (!other.equals(name) && beside.chosen()) {
                    beside.examples()
                            .forEach(value ->
                                    choices.add(new Change(below(at, other).path(), value)));
                }
            });
            var on = name.equals(SWITCH) ? at.enabling() : enabling;
            walk(
                    new Field(below(at, name).path(), List.of(), on, choices),
                    field,
                    types.getOrDefault(name, Object.class),
                    found);
        });
    }

    private static Type type(RecordComponent component) {
        return component.getGenericType();
    }

    private static Optional<Type> argument(Type type, Class<?> container, int which) {
        return type instanceof ParameterizedType filled && filled.getRawType() == container
                ? Optional.of(filled.getActualTypeArguments()[which])
                : Optional.empty();
    }

    private static Field below(Field at, String step) {
        var longer = Stream.concat(at.path().stream(), Stream.of(step)).toList();
        return new Field(longer, List.of(), at.enabling(), at.choices());
    }
}
