package io.c5c3.infrastructure.ceph.monitor;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An address as it stands in frames.
 *
 * @param type {@link #MSGR2}, or {@link #ANY} for somebody who can only call and not be called
 * @param nonce tells two callers at one address apart
 */
record Address(int type, int nonce, InetAddress host, int port) {

    static final int MSGR2 = 2;
    static final int ANY = 3;

    private static final int FAMILY_IPV4 = 2;
    private static final int FAMILY_IPV6 = 10;
    private static final int IPV4_REST = 8;
    private static final int IPV6_SCOPE = 4;

    static Address of(InetSocketAddress socket) {
        return new Address(MSGR2, 0, socket.getAddress(), socket.getPort());
    }

    void encode(Encoder to) {
        var inner = new Encoder().u32(type).u32(nonce).blob(socket());
        to.u8(1).u8(1).u8(1).blob(inner.bytes());
    }

    private byte[] socket() {
        var six = host instanceof Inet6Address;
        var encoder = new Encoder().u16(six ? FAMILY_IPV6 : FAMILY_IPV4);
        // The port is the one number that stands with its great byte first.
        encoder.u8(port >>> Byte.SIZE).u8(port);
        return six
                ? encoder.u32(0).raw(host.getAddress()).zeros(IPV6_SCOPE).bytes()
                : encoder.raw(host.getAddress()).zeros(IPV4_REST).bytes();
    }

    static Address decode(Decoder from) throws ProtocolException {
        if (from.u8() != 1) {
            throw new ProtocolException("an address is of an unknown form");
        }
        from.u8();
        from.u8();
        var inner = new Decoder(from.blob());
        var type = inner.u32();
        var nonce = inner.u32();
        var socket = new Decoder(inner.blob());
        var six = socket.u16() == FAMILY_IPV6;
        var port = ByteBuffer.wrap(socket.raw(Short.BYTES)).getShort();
        if (six) {
            socket.u32();
        }
        try {
            var host = InetAddress.getByAddress(socket.raw(six ? 16 : Integer.BYTES));
            return new Address(type, nonce, host, Short.toUnsignedInt(port));
        } catch (UnknownHostException e) {
            throw new ProtocolException("an address is of an unknown form");
        }
    }
}
