package io.c5c3.infrastructure.ceph.monitor;

import java.net.ProtocolException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads what {@link Encoder} writes; anything shorter than it claims to be is a fault of the peer. */
final class Decoder {

    private final ByteBuffer bytes;

    Decoder(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private interface Read<T> {
        T from(ByteBuffer bytes);
    }

    private <T> T checked(Read<T> read) throws ProtocolException {
        try {
            return read.from(bytes);
        } catch (BufferUnderflowException e) {
            throw new ProtocolException("an answer ended too early");
        }
    }

    int u8() throws ProtocolException {
        return Byte.toUnsignedInt(checked(ByteBuffer::get));
    }

    int u16() throws ProtocolException {
        return Short.toUnsignedInt(checked(ByteBuffer::getShort));
    }

    int u32() throws ProtocolException {
        return checked(ByteBuffer::getInt);
    }

    long u64() throws ProtocolException {
        return checked(ByteBuffer::getLong);
    }

    byte[] raw(int length) throws ProtocolException {
        if (length < 0 || length > bytes.remaining()) {
            throw new ProtocolException("an answer ended too early");
        }
        var value = new byte[length];
        bytes.get(value);
        return value;
    }

    byte[] rest() {
        var value = new byte[bytes.remaining()];
        bytes.get(value);
        return value;
    }

    byte[] blob() throws ProtocolException {
        return raw(u32());
    }

    String text() throws ProtocolException {
        return new String(blob(), StandardCharsets.UTF_8);
    }
}
