package io.c5c3.infrastructure.rabbitmq;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;

/** As much of AMQP 0-9-1 as it takes to log in, open a virtual host and leave: what every client of a service does first. */
final class AmqpHandshake {

    private static final byte[] GREETING = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    private static final int METHOD_FRAME = 1;
    private static final int HEARTBEAT_FRAME = 8;
    private static final int FRAME_END = 0xCE;
    private static final int LONGEST_FRAME = 1 << 20;

    /** The methods of the class "connection". */
    private static final int CONNECTION = 10;

    private static final int START = 10;
    private static final int START_OK = 11;
    private static final int TUNE = 30;
    private static final int TUNE_OK = 31;
    private static final int OPEN = 40;
    private static final int OPEN_OK = 41;
    private static final int CLOSE = 50;
    private static final int CLOSE_OK = 51;

    private static final int SUCCESS = 200;
    private static final int ACCESS_REFUSED = 403;
    private static final int NOT_ALLOWED = 530;

    private final DataInputStream in;
    private final DataOutputStream out;

    AmqpHandshake(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        // Frame by frame: small pieces would wait for each other on the way.
        this.out = new DataOutputStream(new BufferedOutputStream(out));
    }

    private interface Arguments {
        void to(DataOutputStream arguments) throws IOException;
    }

    void run(String user, String password, String vhost) throws IOException, BrokerRefused {
        out.write(GREETING);
        out.flush();
        expect(START);
        send(START_OK, arguments -> {
            capabilities(arguments);
            shortText(arguments, "PLAIN");
            longText(arguments, ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8));
            shortText(arguments, "en_US");
        });
        var limits = tune();
        send(TUNE_OK, arguments -> {
            arguments.writeShort(limits.readUnsignedShort());
            arguments.writeInt(limits.readInt());
            // No heartbeats: we are gone before the first would be due.
            arguments.writeShort(0);
        });
        send(OPEN, arguments -> {
            shortText(arguments, vhost);
            shortText(arguments, "");
            arguments.writeByte(0);
        });
        expect(OPEN_OK);
        send(CLOSE, arguments -> {
            arguments.writeShort(SUCCESS);
            shortText(arguments, "");
            arguments.writeInt(0);
        });
        // The server's log calls it a fault when a client just goes away.
        expect(CLOSE_OK);
    }

    /** Older servers tell a wrong password by closing the connection. */
    private DataInputStream tune() throws IOException, BrokerRefused {
        try {
            return expect(TUNE);
        } catch (EOFException e) {
            throw BrokerRefused.wrongPassword();
        }
    }

    /** Asks for a word instead of a closed connection when the login is refused. */
    private static void capabilities(DataOutputStream arguments) throws IOException {
        var yes = new ByteArrayOutputStream();
        var flag = new DataOutputStream(yes);
        shortText(flag, "authentication_failure_close");
        flag.writeBytes("t");
        flag.writeByte(1);
        var properties = new ByteArrayOutputStream();
        var table = new DataOutputStream(properties);
        shortText(table, "product");
        table.writeBytes("S");
        longText(table, "c5c3".getBytes(StandardCharsets.US_ASCII));
        shortText(table, "capabilities");
        table.writeBytes("F");
        longText(table, yes.toByteArray());
        longText(arguments, properties.toByteArray());
    }

    private void send(int method, Arguments arguments) throws IOException {
        var payload = new ByteArrayOutputStream();
        var body = new DataOutputStream(payload);
        body.writeShort(CONNECTION);
        body.writeShort(method);
        arguments.to(body);
        out.writeByte(METHOD_FRAME);
        out.writeShort(0);
        out.writeInt(payload.size());
        payload.writeTo(out);
        out.writeByte(FRAME_END);
        out.flush();
    }

    /** The arguments of the next method, which has to be this one. */
    private DataInputStream expect(int method) throws IOException, BrokerRefused {
        var frame = frame();
        if (frame.readUnsignedShort() != CONNECTION) {
            throw new ProtocolException("the answer is not AMQP");
        }
        var came = frame.readUnsignedShort();
        if (came == CLOSE) {
            throw refused(frame.readUnsignedShort());
        }
        if (came != method) {
            throw new ProtocolException("the answer is out of order");
        }
        return frame;
    }

    private DataInputStream frame() throws IOException {
        while (true) {
            var type = in.readUnsignedByte();
            in.readUnsignedShort();
            var size = in.readInt();
            if ((type != METHOD_FRAME && type != HEARTBEAT_FRAME) || size < 0 || size > LONGEST_FRAME) {
                throw new ProtocolException("the answer is not AMQP");
            }
            var payload = in.readNBytes(size);
            if (in.readUnsignedByte() != FRAME_END) {
                throw new ProtocolException("the answer is not AMQP");
            }
            if (type == METHOD_FRAME) {
                return new DataInputStream(new ByteArrayInputStream(payload));
            }
        }
    }

    private static BrokerRefused refused(int code) {
        return switch (code) {
            case ACCESS_REFUSED -> BrokerRefused.wrongPassword();
            case NOT_ALLOWED -> BrokerRefused.noSuchVhost();
            default -> BrokerRefused.because("the server closed the connection", code);
        };
    }

    private static void shortText(DataOutputStream to, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        to.writeByte(bytes.length);
        to.write(bytes);
    }

    private static void longText(DataOutputStream to, byte[] bytes) throws IOException {
        to.writeInt(bytes.length);
        to.write(bytes);
    }
}
