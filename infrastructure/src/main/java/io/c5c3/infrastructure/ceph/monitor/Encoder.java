package io.c5c3.infrastructure.ceph.monitor;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes values the way Ceph does: least byte first, lengths before contents. */
final class Encoder {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Encoder u8(int value) {
        return number(value, Byte.BYTES);
    }

    Encoder u16(int value) {
        return number(value, Short.BYTES);
    }

    Encoder u32(long value) {
        return number(value, Integer.BYTES);
    }

    Encoder u64(long value) {
        return number(value, Long.BYTES);
    }

    private Encoder number(long value, int size) {
        for (var i = 0; i < size; i++) {
            bytes.write((int) (value >>> (Byte.SIZE * i)));
        }
        return this;
    }

    Encoder raw(byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    Encoder zeros(int count) {
        return raw(new byte[count]);
    }

    Encoder blob(byte[] value) {
        return u32(value.length).raw(value);
    }

    Encoder text(String value) {
        return blob(value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
