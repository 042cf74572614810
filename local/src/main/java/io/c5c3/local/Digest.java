package io.c5c3.local;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names for content: equal text, equal name. */
final class Digest {
    private Digest() {}

    static byte[] of(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Eight hex digits: enough to tell versions of one thing apart. */
    static String shortHex(String text) {
        return HexFormat.of().formatHex(of(text), 0, 4);
    }
}
