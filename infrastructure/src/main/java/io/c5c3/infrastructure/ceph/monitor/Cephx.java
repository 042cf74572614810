package io.c5c3.infrastructure.ceph.monitor;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The login: both sides show that they know the user's key, without ever sending it. */
final class Cephx {

    static final int METHOD = 2;
    static final int SECURE = 2;

    private static final int MODE_MONITOR = 10;
    private static final int TYPE_CLIENT = 8;
    private static final int SERVICE_AUTH = 0x20;

    /**
     * Tickets for monitors, OSDs, managers and the login itself, as every client asks for. A request for none would make the monitor
     * forget the secret of the connection, and stop at that.
     */
    private static final int TICKETS = 0x35;

    private static final int GET_SESSION_KEY = 0x0100;
    private static final int NEWEST_REQUEST = 3;

    /** In front of everything encrypted, so that a wrong key is noticed. */
    private static final long MAGIC = 0xff009cad8826aa55L;

    private static final byte[] IV = "cephsageyudagreg".getBytes(StandardCharsets.US_ASCII);

    private Cephx() {}

    /**
     * What a successful login leaves behind.
     *
     * @param session signs what was said before the encryption began
     * @param connection encrypts everything after it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keys(byte[] session, byte[] connection) {}

    /** Who we are, in the form of a first request. */
    static byte[] introduction(String user) {
        var payload = new Encoder()
                .u8(MODE_MONITOR)
                .u32(TYPE_CLIENT)
                .text(user)
                .u64(0)
                .bytes();
        return new Encoder().u32(METHOD).u32(1).u32(SECURE).blob(payload).bytes();
    }

    /** The answer to the server's challenge, which only somebody with the key can give. */
    static byte[] answer(byte[] key, byte[] reply, long ownChallenge) throws ProtocolException {
        var decoder = new Decoder(new Decoder(reply).blob());
        decoder.u8();
        var theirChallenge = decoder.u64();
        var challenges = new Encoder().u64(theirChallenge).u64(ownChallenge).bytes();
        var request = new Encoder()
                .u16(GET_SESSION_KEY)
                .u8(NEWEST_REQUEST)
                .u64(ownChallenge)
                .u64(folded(encrypt(key, challenges)))
                // No ticket of an earlier login.
                .u8(1)
                .u64(0)
                .u32(0)
                .u32(TICKETS)
                .bytes();
        return new Encoder().blob(request).bytes();
    }

    /** All its words laid over each other, the length in front of it included; what does not fill a word at the end is left out. */
    private static long folded(byte[] encrypted) {
        var words = ByteBuffer.wrap(new Encoder().blob(encrypted).bytes()).order(ByteOrder.LITTLE_ENDIAN);
        var folded = 0L;
        while (words.remaining() >= Long.BYTES) {
            folded ^= words.getLong();
        }
        return folded;
    }

    /** What the server says when it believes us; that we can read it shows that it knows the key as well. */
    static Keys accepted(byte[] key, byte[] done) throws ProtocolException {
        var outer = new Decoder(done);
        outer.u64();
        if (outer.u32() != SECURE) {
            throw new ProtocolException("it does not encrypt the connection");
        }
        var payload = new Decoder(outer.blob());
        payload.u16();
        payload.u32();
        var session = sessionKey(key, payload);
        var secret = new Decoder(payload.blob());
        return new Keys(session, new Decoder(decrypt(session, secret.blob())).blob());
    }

    private static byte[] sessionKey(byte[] key, Decoder tickets) throws ProtocolException {
        tickets.u8();
        var count = tickets.u32();
        var session = new byte[0];
        for (var i = 0; i < count; i++) {
            var service = tickets.u32();
            tickets.u8();
            var ticket = new Decoder(decrypt(key, tickets.blob()));
            ticket.u8();
            var found = secret(ticket);
            tickets.u8();
            tickets.blob();
            if (service == SERVICE_AUTH) {
                session = found;
            }
        }
        if (session.length == 0) {
            throw new ProtocolException("the login brought no session");
        }
        return session;
    }

    /** A key as Ceph writes it: its kind, when it was made, its bytes. */
    private static byte[] secret(Decoder decoder) throws ProtocolException {
        decoder.u16();
        decoder.u64();
        return decoder.raw(decoder.u16());
    }

    static byte[] signature(byte[] session, byte[] text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(session, "HmacSHA256"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has HMAC-SHA256", e);
        }
    }

    static byte[] encrypt(byte[] key, byte[] plain) {
        try {
            return cipher(Cipher.ENCRYPT_MODE, key)
                    .doFinal(new Encoder().u8(1).u64(MAGIC).raw(plain).bytes());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has AES", e);
        }
    }

    private static byte[] decrypt(byte[] key, byte[] encrypted) throws ProtocolException {
        try {
            var decoder = new Decoder(cipher(Cipher.DECRYPT_MODE, key).doFinal(encrypted));
            decoder.u8();
            if (decoder.u64() != MAGIC) {
                throw new ProtocolException("it does not know the key of this user");
            }
            return decoder.rest();
        } catch (GeneralSecurityException e) {
            throw new ProtocolException("it does not know the key of this user");
        }
    }

    /** The fixed initial vector is the protocol's; nothing is encrypted twice with one key here but challenges, which are random. */
    private static Cipher cipher(int mode, byte[] key) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(IV));
        return cipher;
    }
}
