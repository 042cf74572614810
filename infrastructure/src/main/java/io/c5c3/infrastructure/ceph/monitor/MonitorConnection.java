package io.c5c3.infrastructure.ceph.monitor;

import io.c5c3.engine.http.BoundedSocket;
import io.c5c3.infrastructure.ceph.CephFailure;
import io.c5c3.infrastructure.ceph.CephLogin;
import io.c5c3.infrastructure.ceph.CephRefused;
import io.c5c3.infrastructure.ceph.CephUnavailable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;

/** A session with one monitor, logged in and encrypted. It lives for a few questions and is never kept. */
final class MonitorConnection implements AutoCloseable {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration KNOCK = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** All questions of one session together. */
    private static final Duration SESSION = Duration.ofSeconds(30);

    private static final int TYPE_CLIENT = 8;

    /** What a client of Reef can do; monitors turn away those who can do too little. */
    private static final long FEATURES = 0x3f01cfbf7ffdffffL;

    private static final int LOSSY = 1;

    private static final int GET_MAP = 5;
    private static final int MAP = 4;
    private static final int COMMAND = 50;
    private static final int COMMAND_ACK = 51;
    private static final int PRIORITY = 127;
    private static final int FSID = 16;

    private final CephLogin.Monitor monitor;
    private final Socket socket;
    private final FrameStream frames;
    private long sequence;

    private MonitorConnection(CephLogin.Monitor monitor, Socket socket) throws IOException {
        this.monitor = monitor;
        this.socket = socket;
        this.frames = new FrameStream(socket.getInputStream(), socket.getOutputStream());
    }

    /** What a monitor answers to a command. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Reply(int code, String words, byte[] output) {}

    /** The first monitor that answers; what kept the others from it is told only if none does. */
    static MonitorConnection open(CephLogin login) throws CephFailure {
        var faults = new ArrayList<String>();
        for (var monitor : Silence.last(login.monitors())) {
            try {
                return open(monitor, login);
            } catch (IOException e) {
                Silence.of(monitor);
                faults.add(monitor + ": " + words(e));
            }
        }
        throw new CephUnavailable(
                faults.isEmpty() ? "no monitor is named" : "no monitor answers (" + String.join("; ", faults) + ")");
    }

    /** Our own words where we have them; those of the JDK name the fault well enough otherwise, and never quote what was sent. */
    static String words(IOException fault) {
        return switch (fault) {
            case SocketTimeoutException e -> "no answer in time";
            case ConnectException e -> "connection refused";
            case UnknownHostException e -> "the name is not known";
            default -> String.valueOf(fault.getMessage());
        };
    }

    private static MonitorConnection open(CephLogin.Monitor monitor, CephLogin login) throws IOException, CephRefused {
        var address = new InetSocketAddress(InetAddress.getByName(monitor.host()), monitor.port());
        var socket = new BoundedSocket(SESSION, BoundedSocket.USUAL_SIZE);
        try {
            socket.connect(address, (int) KNOCK.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.setTcpNoDelay(true);
            var connection = new MonitorConnection(monitor, socket);
            connection.handshake(address, login);
            return connection;
        } catch (IOException | CephRefused | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private void handshake(InetSocketAddress address, CephLogin login) throws IOException, CephRefused {
        var key = login.key().secret();
        if (key.isEmpty()) {
            throw new ProtocolException("the key of " + login.user() + " is no AES key in base64");
        }
        frames.greet();
        var monitor = Address.of(address);
        var hello = new Encoder().u8(TYPE_CLIENT);
        monitor.encode(hello);
        frames.write(Frame.control(Tag.HELLO, hello.bytes()));
        var theirs = new Decoder(expect(Tag.HELLO, login).head());
        theirs.u8();
        var seenFrom = Address.decode(theirs);
        authenticate(login, key.get());
        identify(new Address(Address.ANY, RANDOM.nextInt(), seenFrom.host(), 0), monitor, login);
    }

    private void authenticate(CephLogin login, byte[] key) throws IOException, CephRefused {
        var name = login.user().substring(login.user().indexOf('.') + 1);
        frames.write(Frame.control(Tag.AUTH_REQUEST, Cephx.introduction(name)));
        var challenge = expect(Tag.AUTH_REPLY_MORE, login).head();
        frames.write(Frame.control(Tag.AUTH_REQUEST_MORE, Cephx.answer(key, challenge, RANDOM.nextLong())));
        var keys = Cephx.accepted(key, expect(Tag.AUTH_DONE, login).head());
        var ourSignature = Cephx.signature(keys.session(), frames.heard());
        var wanted = Cephx.signature(keys.session(), frames.said());
        frames.seal(keys.connection());
        frames.write(Frame.control(Tag.AUTH_SIGNATURE, ourSignature));
        if (!MessageDigest.isEqual(wanted, expect(Tag.AUTH_SIGNATURE, login).head())) {
            throw new ProtocolException("somebody changed what was said before the login");
        }
    }

    private void identify(Address self, Address monitor, CephLogin login) throws IOException, CephRefused {
        var ident = new Encoder().u8(2).u32(1);
        self.encode(ident);
        monitor.encode(ident);
        ident.u64(0).u64(1).u64(FEATURES).u64(0).u64(LOSSY).u64(0);
        frames.write(Frame.control(Tag.CLIENT_IDENT, ident.bytes()));
        expect(Tag.SERVER_IDENT, login);
    }

    private Frame expect(int tag, CephLogin login) throws IOException, CephRefused {
        var frame = frames.read();
        if (frame.tag() == Tag.AUTH_BAD_METHOD) {
            throw CephRefused.wrongKey(login.user());
        }
        if (frame.tag() != tag) {
            throw new ProtocolException("frame " + frame.tag() + " came where " + tag + " was due");
        }
        return frame;
    }

    /** The cluster's own id, which every command has to name. */
    byte[] fsid() throws IOException {
        send(GET_MAP, new byte[0], new byte[0]);
        var map = new Decoder(new Decoder(receive(MAP).segment(1)).blob());
        map.u16();
        map.u32();
        return map.raw(FSID);
    }

    Reply ask(byte[] fsid, String json, byte[] input) throws IOException {
        var front = service().raw(fsid).u32(1).text(json).bytes();
        send(COMMAND, front, input);
        var answer = receive(COMMAND_ACK);
        var decoder = new Decoder(answer.segment(1));
        decoder.u64();
        decoder.u16();
        decoder.u64();
        return new Reply(decoder.u32(), decoder.text(), answer.segment(3));
    }

    /** What begins every message to the services of a monitor: versions, which only monitors among themselves use. */
    private static Encoder service() {
        return new Encoder().u64(0).u16(-1).u64(0);
    }

    private void send(int type, byte[] front, byte[] data) throws IOException {
        sequence++;
        var header = new Encoder()
                .u64(sequence)
                .u64(sequence)
                .u16(type)
                .u16(PRIORITY)
                .u16(1)
                .u32(0)
                .u16(0)
                .u64(0)
                .u8(0)
                .u16(1)
                .u16(0);
        frames.write(Frame.message(header.bytes(), front, data));
    }

    /** Monitors also tell what nobody asked for: new maps, signs of life. */
    private Frame receive(int type) throws IOException {
        while (true) {
            var frame = frames.read();
            if (frame.tag() == Tag.MESSAGE) {
                var header = new Decoder(frame.head());
                header.u64();
                header.u64();
                if (header.u16() == type) {
                    return frame;
                }
            }
        }
    }

    /** It does not answer: one that is cut off from the others lets people in, and keeps them waiting. */
    void silent() {
        Silence.of(monitor);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Everything that was to be said has been said.
            return;
        }
    }
}
