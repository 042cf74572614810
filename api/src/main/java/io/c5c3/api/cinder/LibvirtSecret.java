package io.c5c3.api.cinder;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The name under which libvirt on every hypervisor keeps the key of a backend's Ceph user. Cinder tells it to whoever attaches a volume,
 * so both sides have to know it without asking each other: it follows from the names of the two.
 */
public final class LibvirtSecret {

    /** In the Secret with the Ceph credentials: another name, if somebody has set one up already. */
    public static final String KEY = "secretUUID";

    /** The namespace that RFC 9562 sets aside for URLs; any fixed one would do. */
    private static final UUID SPACE = UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");

    private static final long VERSION = 0x5000L;

    private LibvirtSecret() {}

    /** The one for a backend of a Cinder. */
    public static UUID of(String namespace, String cinder, String backend) {
        return named(namespace + "/" + cinder + "/" + backend);
    }

    /** A UUID of version 5. */
    private static UUID named(String text) {
        var hash = ByteBuffer.wrap(sha1(
                ByteBuffer.allocate(Long.BYTES * 2)
                        .putLong(SPACE.getMostSignificantBits())
                        .putLong(SPACE.getLeastSignificantBits())
                        .array(),
                text.getBytes(StandardCharsets.UTF_8)));
        return new UUID(
                (hash.getLong() & 0xffffffffffff0fffL) | VERSION,
                (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L);
    }

    private static byte[] sha1(byte[] first, byte[] second) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            digest.update(first);
            return digest.digest(second);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-1", e);
        }
    }
}
