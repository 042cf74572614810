package io.c5c3.infrastructure.ceph;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * A user's key, in the form in which keyrings hold it: its kind, when it was made, and sixteen bytes.
 *
 * @param text base64
 */
public record CephKey(String text) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int AES = 1;
    private static final int LENGTH = 16;
    private static final int HEADER = Short.BYTES + 2 * Integer.BYTES + Short.BYTES;

    public static CephKey generate(Instant now) {
        var secret = new byte[LENGTH];
        RANDOM.nextBytes(secret);
        return of(secret, now);
    }

    /** @param secret sixteen bytes */
    static CephKey of(byte[] secret, Instant made) {
        var bytes = ByteBuffer.allocate(HEADER + LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) AES)
                .putInt((int) made.getEpochSecond())
                .putInt(made.getNano())
                .putShort((short) LENGTH)
                .put(secret)
                .array();
        return new CephKey(Base64.getEncoder().encodeToString(bytes));
    }

    /** The bytes to encrypt with; nothing if this is no key, or one of a kind that is not spoken here. */
    public Optional<byte[]> secret() {
        try {
            var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text)).order(ByteOrder.LITTLE_ENDIAN);
            var kind = bytes.getShort();
            bytes.getLong();
            var secret = new byte[bytes.getShort()];
            bytes.get(secret);
            return kind == AES && secret.length == LENGTH ? Optional.of(secret) : Optional.empty();
        } catch (IllegalArgumentException | BufferUnderflowException | NegativeArraySizeException e) {
            return Optional.empty();
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "***";
    }
}
