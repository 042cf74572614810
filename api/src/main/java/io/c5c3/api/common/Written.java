package io.c5c3.api.common;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A spec whose definition leaves some of its parts open, since it would be too large with them. Reading it never fails, because one
 * resource that cannot be read ends the watch of all others; and it is written back to the letter, mistakes and all.
 *
 * @param tree as it came; nothing if it was made by a program
 * @param value what could be read of it
 * @param mistakes what could not, each with the path of the field: {@code spec.a.b[0].c: unknown field}
 */
@JsonDeserialize(using = Written.Reader.class)
public record Written<T>(Optional<JsonNode> tree, T value, List<String> mistakes) {

    public static <T> Written<T> of(T value) {
        return new Written<>(Optional.empty(), value, List.of());
    }

    @JsonValue
    Object json() {
        return tree.<Object>map(json -> json).orElse(value);
    }

    /** Reads with the mapper that reads all the rest. */
    static final class Reader extends JsonDeserializer<Written<?>> implements ContextualDeserializer {

        private final JavaType type;

        @SuppressWarnings("unused") // Jackson makes the first one, which makes the others
        Reader() {
            this(TypeFactory.unknownType());
        }

        private Reader(JavaType type) {
            this.type = type;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            return new Reader(context.getContextualType().containedTypeOrUnknown(0));
        }

        @Override
        public Written<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            var tree = context.readTree(parser);
            var readable = tree.<JsonNode>deepCopy();
            var mistakes = new ArrayList<>(new OpenParts(context.getConfig()).strip(readable, type, "spec"));
            try {
                return new Written<>(Optional.of(tree), context.readTreeAsValue(readable, type), mistakes);
            } catch (JsonProcessingException e) {
                mistakes.add("spec: " + e.getOriginalMessage());
                var empty = context.getNodeFactory().objectNode();
                return new Written<>(Optional.of(tree), context.readTreeAsValue(empty, type), mistakes);
            }
        }
    }
}
