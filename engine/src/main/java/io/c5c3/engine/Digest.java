package io.c5c3.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Short, stable names for content: equal values give equal digests, whatever the order of their maps. */
public final class Digest {

    private static final String HMAC = "HmacSHA256";

    private static final ObjectMapper CANONICAL = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private Digest() {}

    /** For what everybody may know. */
    public static String of(Object value) {
        return text(sha256(canonical(value)));
    }

    /** For what may be guessed and must not be: without the key nobody can try whether a guess is right. */
    public static String keyed(String key, Object value) {
        try {
            var mac = Mac.getInstance(HMAC);
            // The prefix is for a key that is empty, which the JDK does not take.
            mac.init(new SecretKeySpec(("c5c3 " + key).getBytes(StandardCharsets.UTF_8), HMAC));
            return text(mac.doFinal(canonical(value)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + HMAC, e);
        }
    }

    private static String text(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, 8);
    }

    private static byte[] canonical(Object value) {
        try {
            return CANONICAL
                    .writeValueAsString(Json.MAPPER.convertValue(value, Object.class))
                    .getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "This value has no JSON form: " + value.getClass().getSimpleName(), e);
        }
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
