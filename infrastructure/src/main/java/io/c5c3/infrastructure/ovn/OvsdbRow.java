package io.c5c3.infrastructure.ovn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

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

    /** An identity; an optional one that is not set is an empty set. */
    public Optional<String> uuid(String column) {
        var pair = columns.path(column);
        return "uuid".equals(pair.path(0).asText()) ? Optional.of(pair.path(1).asText()) : Optional.empty();
    }
}
