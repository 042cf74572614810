package io.c5c3.local;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A question to a DNS server for an address. An answer proves more than any status does: the network, the service proxy and the
 * server all work, now.
 */
record DnsQuestion(String name) {
    private static final byte[] HEADER = {0x63, 0x33, 0x01, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    private static final byte[] ADDRESS_PLEASE = {0, 0, 1, 0, 1};
    private static final int PATIENCE_MILLIS = 300;

    /** Whether the server knows the name; no answer is a no. */
    boolean isAnsweredBy(String server) {
        var question = packet();
        var answer = new byte[512];
        try (var socket = new DatagramSocket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.send(new DatagramPacket(question, question.length, new InetSocketAddress(server, 53)));
            socket.receive(new DatagramPacket(answer, answer.length));
            var failure = answer[3] & 0x0f;
            var answers = answer[6] << 8 | answer[7];
            return failure == 0 && answers > 0;
        } catch (IOException e) {
            return false;
        }
    }

    byte[] packet() {
        var packet = new ByteArrayOutputStream();
        packet.writeBytes(HEADER);
        for (var label : name.split("\\.", -1)) {
            packet.write(label.length());
            packet.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
        }
        packet.writeBytes(ADDRESS_PLEASE);
        return packet.toByteArray();
    }
}
