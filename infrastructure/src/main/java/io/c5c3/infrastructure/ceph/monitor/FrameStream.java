package io.c5c3.infrastructure.ceph.monitor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Frames over a connection: with checksums until both sides know each other, encrypted from then on. Until then it also remembers what
 * went either way, since each side signs what it heard.
 */
final class FrameStream {

    private static final String BANNER = "ceph v2\n";
    private static final int FEATURES = 2 * Long.BYTES;

    /** Frames of revision 1 (Octopus and all after it) are the only ones spoken here. */
    private static final long REVISION_1 = 1;

    /** So much of the first segment is encrypted together with the preamble. */
    private static final int INLINE = 48;

    private static final int COMPLETE = 0xe;
    private static final int STATUS_MASK = 0xf;

    private final InputStream in;
    private final OutputStream out;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private Optional<Seals> seals = Optional.empty();

    private record Seals(Seal incoming, Seal outgoing) {}

    FrameStream(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    void greet() throws IOException {
        say(new Encoder()
                .raw(BANNER.getBytes(StandardCharsets.US_ASCII))
                .u16(FEATURES)
                .u64(REVISION_1)
                .u64(REVISION_1)
                .bytes());
        var banner = new String(hear(BANNER.length()), StandardCharsets.US_ASCII);
        if (!BANNER.equals(banner)) {
            throw new ProtocolException(
                    banner.startsWith("ceph v")
                            ? "it only speaks the old protocol: write the address of its port 3300"
                            : "it is no Ceph monitor");
        }
        var features = new Decoder(hear(new Decoder(hear(Short.BYTES)).u16()));
        if ((features.u64() & REVISION_1) == 0 || (features.u64() & ~REVISION_1) != 0) {
            throw new ProtocolException("it speaks another revision of the protocol (Ceph 15.2 or later is needed)");
        }
    }

    byte[] heard() {
        return heard.toByteArray();
    }

    byte[] said() {
        return said.toByteArray();
    }

    /** From here on everything is encrypted. */
    void seal(byte[] secret) throws ProtocolException {
        if (secret.length < Seal.KEY + 2 * Seal.NONCE) {
            throw new ProtocolException("the secret of the connection is too short");
        }
        var key = Arrays.copyOf(secret, Seal.KEY);
        var theirs = Arrays.copyOfRange(secret, Seal.KEY, Seal.KEY + Seal.NONCE);
        var ours = Arrays.copyOfRange(secret, Seal.KEY + Seal.NONCE, Seal.KEY + 2 * Seal.NONCE);
        seals = Optional.of(new Seals(new Seal(key, theirs), new Seal(key, ours)));
    }

    void write(Frame frame) throws IOException {
        say(seals.isPresent() ? sealed(frame, seals.get().outgoing()) : plain(frame));
    }

    /** Before encryption there are only control frames, which have one segment. */
    private static byte[] plain(Frame frame) {
        return new Encoder()
                .raw(frame.preamble())
                .raw(frame.head())
                .u32(Frame.sum(frame.head()))
                .bytes();
    }

    private static byte[] sealed(Frame frame, Seal seal) {
        var head = frame.head();
        var inline = Arrays.copyOf(head, INLINE);
        var wire = new Encoder()
                .raw(seal.close(new Encoder().raw(frame.preamble()).raw(inline).bytes()));
        if (head.length > INLINE) {
            wire.raw(seal.close(filled(Arrays.copyOfRange(head, INLINE, head.length))));
        }
        if (frame.segments().size() > 1) {
            var rest = new Encoder();
            frame.segments().stream().skip(1).forEach(segment -> rest.raw(filled(segment)));
            wire.raw(seal.close(rest.u8(COMPLETE).zeros(Seal.BLOCK - 1).bytes()));
        }
        return wire.bytes();
    }

    private static byte[] filled(byte[] segment) {
        return Arrays.copyOf(segment, Seal.padded(segment.length));
    }

    Frame read() throws IOException {
        return seals.isPresent() ? opened(seals.get().incoming()) : plain();
    }

    private Frame plain() throws IOException {
        var preamble = Frame.preamble(hear(Frame.PREAMBLE));
        if (preamble.lengths().size() != 1) {
            throw new ProtocolException("a message came before the login");
        }
        var head = hear(preamble.lengths().getFirst());
        if (new Decoder(hear(Integer.BYTES)).u32() != Frame.sum(head)) {
            throw new ProtocolException("a frame was damaged on its way");
        }
        return Frame.control(preamble.tag(), head);
    }

    private Frame opened(Seal seal) throws IOException {
        var first = new Decoder(seal.open(hear(Frame.PREAMBLE + INLINE + Seal.TAG)));
        var preamble = Frame.preamble(first.raw(Frame.PREAMBLE));
        var segments = new ArrayList<byte[]>();
        segments.add(head(first.raw(INLINE), preamble.lengths().getFirst(), seal));
        var rest = preamble.lengths().subList(1, preamble.lengths().size());
        if (!rest.isEmpty()) {
            segments.addAll(rest(rest, seal));
        }
        return new Frame(preamble.tag(), segments);
    }

    private byte[] head(byte[] inline, int length, Seal seal) throws IOException {
        if (length <= INLINE) {
            return Arrays.copyOf(inline, length);
        }
        var remainder = seal.open(hear(Seal.padded(length - INLINE) + Seal.TAG));
        return new Encoder()
                .raw(inline)
                .raw(Arrays.copyOf(remainder, length - INLINE))
                .bytes();
    }

    private List<byte[]> rest(List<Integer> lengths, Seal seal) throws IOException {
        var size = lengths.stream().mapToInt(Seal::padded).sum() + Seal.BLOCK;
        var decoder = new Decoder(seal.open(hear(size + Seal.TAG)));
        var segments = new ArrayList<byte[]>();
        for (var length : lengths) {
            segments.add(Arrays.copyOf(decoder.raw(Seal.padded(length)), length));
        }
        if ((decoder.u8() & STATUS_MASK) != COMPLETE) {
            throw new ProtocolException("a frame was broken off");
        }
        return segments;
    }

    private void say(byte[] bytes) throws IOException {
        if (seals.isEmpty()) {
            said.writeBytes(bytes);
        }
        out.write(bytes);
        out.flush();
    }

    private byte[] hear(int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new ProtocolException("it closed the connection");
        }
        if (seals.isEmpty()) {
            heard.writeBytes(bytes);
        }
        return bytes;
    }
}
