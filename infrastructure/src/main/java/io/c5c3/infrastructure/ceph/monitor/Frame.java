package io.c5c3.infrastructure.ceph.monitor;

import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What travels: a kind, and one to four segments. Control frames have one; messages have a header, a front, a middle and data.
 *
 * @param segments without those at the end that are empty
 */
record Frame(int tag, List<byte[]> segments) {

    static final int PREAMBLE = 32;
    private static final int CHECKED = PREAMBLE - Integer.BYTES;
    private static final int MOST_SEGMENTS = 4;
    private static final int ALIGNMENT = 8;
    private static final int DATA_ALIGNMENT = 4096;

    /** Far more than a monitor ever says; a larger number is a sign of a peer that speaks something else. */
    private static final int LONGEST = 64 << 20;

    /** In front of every frame: its kind, and how long its segments are. */
    record Preamble(int tag, List<Integer> lengths) {}

    static Frame control(int tag, byte[] payload) {
        return new Frame(tag, List.of(payload));
    }

    static Frame message(byte[] header, byte[] front, byte[] data) {
        if (data.length > 0) {
            return new Frame(Tag.MESSAGE, List.of(header, front, new byte[0], data));
        }
        return new Frame(Tag.MESSAGE, front.length > 0 ? List.of(header, front) : List.of(header));
    }

    byte[] head() {
        return segments.getFirst();
    }

    byte[] segment(int index) {
        return index < segments.size() ? segments.get(index) : new byte[0];
    }

    byte[] preamble() {
        var encoder = new Encoder().u8(tag).u8(segments.size());
        for (var i = 0; i < MOST_SEGMENTS; i++) {
            var used = i < segments.size();
            encoder.u32(used ? segments.get(i).length : 0);
            encoder.u16(used ? (i == MOST_SEGMENTS - 1 ? DATA_ALIGNMENT : ALIGNMENT) : 0);
        }
        var checked = encoder.zeros(2).bytes();
        return encoder.u32(sumFromZero(checked)).bytes();
    }

    static Preamble preamble(byte[] bytes) throws ProtocolException {
        var decoder = new Decoder(bytes);
        var checked = decoder.raw(CHECKED);
        if (decoder.u32() != sumFromZero(checked)) {
            throw new ProtocolException("a frame was damaged on its way");
        }
        var fields = new Decoder(checked);
        var tag = fields.u8();
        var count = fields.u8();
        var lengths = new ArrayList<Integer>();
        for (var i = 0; i < count && i < MOST_SEGMENTS; i++) {
            var length = fields.u32();
            fields.u16();
            if (length < 0 || length > LONGEST) {
                throw new ProtocolException("a frame claims to be " + Integer.toUnsignedString(length) + " bytes long");
            }
            lengths.add(length);
        }
        if (lengths.isEmpty()) {
            throw new ProtocolException("a frame has no segments");
        }
        return new Preamble(tag, lengths);
    }

    /** The checksum of a segment: CRC-32C without the final turn of its bits. */
    static int sum(byte[] bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        return ~(int) crc.getValue();
    }

    /** The same, begun with zero instead of all ones. The sum is linear, so what the ones add is what they make of zeros. */
    private static int sumFromZero(byte[] bytes) {
        return sum(bytes) ^ sum(new byte[bytes.length]);
    }
}
