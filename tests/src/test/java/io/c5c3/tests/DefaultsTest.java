package io.c5c3.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.app.Catalogue;
import io.c5c3.engine.Json;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether the API server fills in what a person left out or we do: it is the same. */
class DefaultsTest {

    static Stream<Class<? extends HasMetadata>> kinds() {
        return Stream.concat(
                Catalogue.all().stream().map(blueprint -> blueprint.kind()), Stream.of(ReferenceGrant.class));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatIsLeftOutIsReadAsTheDefinitionSays(Class<? extends HasMetadata> kind) throws Exception {
        for (var record : records(kind).entrySet()) {
            var type = record.getKey();
            var read = Json.MAPPER.readValue("{}", type);
            var filled = filled(Json.MAPPER.createObjectNode(), record.getValue());
            assertThat(Json.MAPPER.convertValue(filled, type))
                    .as(type.getName())
                    .isEqualTo(read);
            assertThat(Defaults.of(type)).as(type.getName()).isEqualTo(read);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onlyWhatMayBeNullIsNull(Class<? extends HasMetadata> kind) throws Exception {
        for (var type : records(kind).keySet()) {
            var read = Json.MAPPER.readValue("{}", type);
            for (var component : type.getRecordComponents()) {
                if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                        && !component.getAccessor().isAnnotationPresent(Required.class)) {
                    assertThat(component.getAccessor().invoke(read))
                            .as("%s of %s", component.getName(), type.getName())
                            .isNotNull();
                }
            }
        }
    }

    /** The records that the spec of a kind is made of, each with the schema that it is checked by. */
    private static Map<Class<? extends Record>, JsonNode> records(Class<? extends HasMetadata> kind)
            throws IOException {
        var file = Repository.file("packaging/crds/" + HasMetadata.getFullResourceName(kind) + ".yaml");
        var schema = Serialization.unmarshal(Files.readString(file), JsonNode.class)
                .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
        var records = new LinkedHashMap<Class<? extends Record>, JsonNode>();
        var spec = ((ParameterizedType) Twins.first(kind).getGenericSuperclass()).getActualTypeArguments()[0];
        collect(spec, schema, records);
        assertThat(records).containsKey(((Class<?>) spec).asSubclass(Record.class));
        return records;
    }

    private static void collect(Type type, JsonNode schema, Map<Class<? extends Record>, JsonNode> records) {
        if (type instanceof ParameterizedType generic) {
            var values = generic.getRawType() == List.class ? "items" : "additionalProperties";
            collect(Arrays.asList(generic.getActualTypeArguments()).getLast(), schema.path(values), records);
        } else if (type instanceof Class<?> record && record.isRecord()) {
            records.put(record.asSubclass(Record.class), schema);
            for (var component : record.getRecordComponents()) {
                collect(component.getGenericType(), schema.path("properties").path(component.getName()), records);
            }
        }
    }

    /** As the API server does it: from outside in, so that a default is itself filled in. */
    private static JsonNode filled(JsonNode value, JsonNode schema) {
        if (value instanceof ObjectNode object) {
            for (var property : schema.path("properties").properties()) {
                if (!object.has(property.getKey()) && property.getValue().has("default")) {
                    object.set(
                            property.getKey(),
                            property.getValue().get("default").deepCopy());
                }
                if (object.has(property.getKey())) {
                    filled(object.get(property.getKey()), property.getValue());
                }
            }
        }
        value.forEach(entry -> {
            if (value.isArray()) {
                filled(entry, schema.path("items"));
            }
        });
        return value;
    }
}
