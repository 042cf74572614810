package io.c5c3.app;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.c5c3.api.catalogue.Twins;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A field of a definition, and the component of a record that it was made from.
 *
 * @param path from the top, such as {@code spec.image.tag}
 * @param type of the component, or of what it is a list or a map of
 */
record Field(String path, RecordComponent component, Class<?> type, JSONSchemaProps schema) {

    /** All that were made from our records. What is below Kubernetes' own types is Kubernetes' to describe. */
    static List<Field> of(Class<? extends CustomResource<?, ?>> kind, JSONSchemaProps schema) {
        var fields = new ArrayList<Field>();
        parts(kind).forEach((name, record) -> add(fields, name, record, Definitions.property(schema, name)));
        return fields;
    }

    /** The records of spec and status. */
    static Map<String, Class<?>> parts(Class<? extends CustomResource<?, ?>> kind) {
        var types = ((ParameterizedType) Twins.first(kind).getGenericSuperclass()).getActualTypeArguments();
        var parts = new LinkedHashMap<String, Class<?>>();
        parts.put("spec", (Class<?>) types[0]);
        if (!types[1].equals(Void.class)) {
            parts.put("status", (Class<?>) types[1]);
        }
        return parts;
    }

    private static void add(List<Field> fields, String path, Class<?> record, JSONSchemaProps schema) {
        if (!record.isRecord() || schema.getProperties() == null) {
            return;
        }
        for (var component : record.getRecordComponents()) {
            var type = content(component.getGenericType());
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                add(fields, path, type, schema);
                continue;
            }
            var field = Definitions.property(schema, component.getName());
            var name = path + "." + component.getName();
            fields.add(new Field(name, component, type, field));
            add(fields, name, type, content(field));
        }
    }

    private static Class<?> content(Type type) {
        return type instanceof ParameterizedType list
                ? content(list.getActualTypeArguments()[list.getActualTypeArguments().length - 1])
                : (Class<?>) type;
    }

    private static JSONSchemaProps content(JSONSchemaProps schema) {
        if (schema.getItems() != null && schema.getItems().getSchema() != null) {
            return content(schema.getItems().getSchema());
        }
        var values = schema.getAdditionalProperties();
        return values != null && values.getSchema() != null ? content(values.getSchema()) : schema;
    }

    /** Leaves what is below it to others to check: the API server then takes anything. */
    void open() {
        var tree = content(schema);
        tree.setProperties(null);
        tree.setRequired(null);
        tree.setDefault(null);
        tree.setXKubernetesPreserveUnknownFields(true);
    }
}
