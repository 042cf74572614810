package io.c5c3.infrastructure.servers;

/** Ports from the first to the last, both among them. */
public record PortRange(int first, int last) {

    public static PortRange of(int port) {
        return new PortRange(port, port);
    }
}
