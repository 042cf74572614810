package io.c5c3.infrastructure.ceph.monitor;

import io.c5c3.infrastructure.ceph.CephKey;
import io.c5c3.infrastructure.ceph.CephLogin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** The other side of the protocol, for one user: says who is there, checks the key, answers commands. */
final class StandInMonitor implements AutoCloseable {

    static final byte[] FSID = "sixteen bytes id".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] SESSION = new byte[16];
    private static final byte[] SECRET = new byte[64];
    private static final long CHALLENGE = 0x1234_5678_9abc_def0L;

    private final ServerSocket server;
    private final CephKey key;
    private final Function<String, MonitorConnection.Reply> answers;
    private final List<String> commands = new CopyOnWriteArrayList<>();

    StandInMonitor(Function<String, MonitorConnection.Reply> answers) throws IOException {
        this.answers = answers;
        this.key = CephKey.generate(Instant.EPOCH);
        this.server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        for (var i = 0; i < SECRET.length; i++) {
            SECRET[i] = (byte) i;
        }
        Thread.ofVirtual().start(this::serve);
    }

    CephLogin login(String user) {
        return new CephLogin(List.of(new CephLogin.Monitor("127.0.0.1", server.getLocalPort())), user, key);
    }

    List<String> commands() {
        return commands;
    }

    private void serve() {
        while (!server.isClosed()) {
            try (var socket = server.accept()) {
                talk(socket);
            } catch (IOException e) {
                // The caller hung up, or the test is over.
                continue;
            }
        }
    }

    private void talk(Socket socket) throws IOException {
        var frames = new FrameStream(socket.getInputStream(), socket.getOutputStream());
        frames.greet();
        frames.read();
        var hello = new Encoder().u8(1);
        Address.of((InetSocketAddress) socket.getRemoteSocketAddress()).encode(hello);
        frames.write(Frame.control(Tag.HELLO, hello.bytes()));
        if (!admitted(frames)) {
            frames.write(Frame.control(
                    Tag.AUTH_BAD_METHOD, new Encoder().u32(2).u32(-13).bytes()));
            return;
        }
        frames.read();
        frames.write(Frame.control(Tag.SERVER_IDENT, new byte[100]));
        while (true) {
            answer(frames, frames.read());
        }
    }

    private boolean admitted(FrameStream frames) throws IOException {
        var request = new Decoder(frames.read().head());
        request.raw(12);
        var who = new Decoder(request.blob());
        who.raw(5);
        var known = "admin".equals(who.text());
        var challenge =
                new Encoder().blob(new Encoder().u8(1).u64(CHALLENGE).bytes()).bytes();
        frames.write(Frame.control(Tag.AUTH_REPLY_MORE, challenge));
        var answer = frames.read().head();
        var theirs = new Decoder(new Decoder(answer).blob());
        theirs.raw(3);
        var secret = key.secret().orElseThrow();
        if (!known || !Arrays.equals(answer, Cephx.answer(secret, challenge, theirs.u64()))) {
            return false;
        }
        frames.write(Frame.control(Tag.AUTH_DONE, done(secret)));
        var ours = Cephx.signature(SESSION, frames.heard());
        var wanted = Cephx.signature(SESSION, frames.said());
        frames.seal(swapped());
        frames.write(Frame.control(Tag.AUTH_SIGNATURE, ours));
        return Arrays.equals(wanted, frames.read().head());
    }

    private static byte[] done(byte[] secret) {
        var ticket = new Encoder()
                .u8(1)
                .u16(1)
                .u64(0)
                .u16(SESSION.length)
                .raw(SESSION)
                .u64(3600)
                .bytes();
        var connection = new Encoder()
                .blob(Cephx.encrypt(SESSION, new Encoder().blob(SECRET).bytes()))
                .bytes();
        var payload = new Encoder()
                .u16(0x0100)
                .u32(0)
                .u8(1)
                .u32(1)
                .u32(0x20)
                .u8(1)
                .blob(Cephx.encrypt(secret, ticket))
                .u8(0)
                .blob(new byte[20])
                .blob(connection)
                .blob(new byte[0])
                .bytes();
        return new Encoder().u64(4711).u32(Cephx.SECURE).blob(payload).bytes();
    }

    /** What is outgoing to the one is incoming to the other. */
    private static byte[] swapped() {
        return new Encoder()
                .raw(Arrays.copyOf(SECRET, Seal.KEY))
                .raw(Arrays.copyOfRange(SECRET, Seal.KEY + Seal.NONCE, Seal.KEY + 2 * Seal.NONCE))
                .raw(Arrays.copyOfRange(SECRET, Seal.KEY, Seal.KEY + Seal.NONCE))
                .bytes();
    }

    private void answer(FrameStream frames, Frame question) throws IOException {
        var header = new Decoder(question.head());
        header.raw(16);
        if (header.u16() == 5) {
            var map = new Encoder().u8(9).u8(6).u32(16).raw(FSID).bytes();
            frames.write(Frame.message(header(4), new Encoder().blob(map).bytes(), new byte[0]));
            return;
        }
        var front = new Decoder(question.segment(1));
        front.raw(18);
        if (!Arrays.equals(FSID, front.raw(16)) || front.u32() != 1) {
            throw new IOException("a command for another cluster");
        }
        var command = front.text();
        commands.add(command);
        // Something that nobody asked for comes first.
        frames.write(Frame.message(header(41), new byte[7], new byte[0]));
        var reply = answers.apply(command);
        var words = new Encoder()
                .raw(new byte[18])
                .u32(reply.code())
                .text(reply.words())
                .u32(0)
                .bytes();
        frames.write(Frame.message(header(51), words, reply.output()));
    }

    private static byte[] header(int type) {
        return new Encoder().u64(1).u64(1).u16(type).zeros(23).bytes();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
