package io.c5c3.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ports the control programs listen on. */
record Ports(int etcd, int etcdPeer, int api, int controllers, int scheduler) {
    /** For a cluster that has a network of its own. */
    static final Ports USUAL = new Ports(2379, 2380, 6443, 10257, 10259);

    // Below the range from which the kernel takes ports for outgoing connections, so that none of those is in the way.
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    /** The ports of earlier starts; others only where somebody else sits on one now. */
    static Ports remembered(Path file, IntPredicate ours) {
        var before = Text.read(file).map(Ports::parse).orElse(List.of());
        var chosen = new HashSet<Integer>();
        var ports = Stream.concat(before.stream(), Stream.generate(() -> 0).limit(5 - before.size()))
                .map(port -> port != 0 && (ours.test(port) || isFree(port)) ? port : free(chosen))
                .peek(chosen::add)
                .toList();
        Text.write(file, ports.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n");
        return new Ports(ports.get(0), ports.get(1), ports.get(2), ports.get(3), ports.get(4));
    }

    private static List<Integer> parse(String text) {
        return Arrays.stream(text.strip().split(" ", -1)).map(Integer::valueOf).toList();
    }

    private static int free(Set<Integer> except) {
        return ThreadLocalRandom.current()
                .ints(LOWEST, HIGHEST)
                .limit(10_000)
                .filter(port -> !except.contains(port) && isFree(port))
                .findFirst()
                .orElseThrow(() ->
                        new LocalException("No free port was found on 127.0.0.1: stop some servers and try again."));
    }

    static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
