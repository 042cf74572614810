package io.c5c3.infrastructure.ceph.monitor;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-GCM for one direction of a connection; every use counts its nonce up. */
final class Seal {

    static final int TAG = 16;
    static final int BLOCK = 16;
    static final int KEY = 16;
    static final int NONCE = 12;

    private final SecretKeySpec key;
    private final ByteBuffer nonce;

    Seal(byte[] key, byte[] nonce) {
        this.key = new SecretKeySpec(key, "AES");
        this.nonce = ByteBuffer.wrap(nonce.clone()).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] close(byte[] plain) {
        try {
            return run(Cipher.ENCRYPT_MODE, plain);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has AES-GCM", e);
        }
    }

    byte[] open(byte[] sealed) throws ProtocolException {
        try {
            return run(Cipher.DECRYPT_MODE, sealed);
        } catch (GeneralSecurityException e) {
            throw new ProtocolException("an encrypted frame was damaged on its way");
        }
    }

    private byte[] run(int mode, byte[] input) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode, key, new GCMParameterSpec(TAG * Byte.SIZE, nonce.array().clone()));
        var counter = NONCE - Long.BYTES;
        nonce.putLong(counter, nonce.getLong(counter) + 1);
        return cipher.doFinal(input);
    }

    /** What the length becomes once it fills whole blocks. */
    static int padded(int length) {
        return (length + BLOCK - 1) / BLOCK * BLOCK;
    }
}
