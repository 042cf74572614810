package io.c5c3.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Counts requests in an API server's audit log. */
record AuditLog(Path file) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");

    /** How many writes the administrator has asked for until now. */
    long writesByAdmin() {
        try (var lines = Files.lines(file)) {
            return lines.map(AuditLog::parse)
                    .filter(entry -> entry.at("/user/username").asText().equals("c5c3-admin"))
                    .filter(entry -> WRITES.contains(entry.path("verb").asText()))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Not JSON: " + line, e);
        }
    }
}
