package io.c5c3.infrastructure.ovn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** A row as the protocol carries it: plain values as such, everything else as a pair of a word and a value. */
public record OvsdbRow(JsonNode columns) {

    public String text(String column) {
        return columns.path(column).asText();
    }

    public long number(String column) {
        return columns.path(column).asLong();
    }

    public boolean flag(String column) {
        return columns.path(column).asBoolean();
    }

    /** What a map has under a key; empty if it has nothing there. */
    public String entry(String column, String key) {
        return StreamSupport.stream(columns.path(column).path(1).spliterator(), false)
                .filter(pair -> key.equals(pair.path(0).asText()))
                .map(pair -> pair.path(1).asText())
                .findFirst()
                .orElse("");
    }

    /** An identity; an optional one that is not set is an empty set. */
    public Optional<String> uuid(String column) {
        var pair = columns.path(column);
        return "uuid".equals(pair.path(0).asText()) ? Optional.of(pair.path(1).asText()) : Optional.empty();
    }
}
