package io.c5c3.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short, stable names for content: equal values give equal digests, whatever the order of their maps. */
public final class Digest {

    private static final ObjectMapper CANONICAL = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private Digest() {}

    public static String of(Object value) {
        try {
            var json = CANONICAL.writeValueAsString(Json.MAPPER.convertValue(value, Object.class));
            return HexFormat.of().formatHex(sha256(json), 0, 8);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "This value has no JSON form: " + value.getClass().getSimpleName(), e);
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
