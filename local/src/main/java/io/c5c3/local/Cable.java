package io.c5c3.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The networks between the machine and the nodes, each a bridge on the machine to which every node has a pair of virtual interfaces. One has
 * routes to pods and services. One is the network outside of a cloud on the nodes, where its public addresses are; the nodes' ends of it have no
 * address, and a cloud may take them. One carries what guests of different nodes send each other, and the machine has no part in it: a switch in
 * user space cannot send by a card that has other work.
 */
record Cable(String cluster) {
    /** A node's network card in the network outside. */
    static final String OUTSIDE = "eth1";

    private static final String INSIDE = "eth0";
    private static final String TUNNELS = "eth2";
    /** A route that swallows what is sent: a line that is cut answers nothing. */
    private static final String CUT = "blackhole";

    private static final int LONGEST = 15;
    private static final Path INTERFACES = Path.of("/sys/class/net");

    /** The name of the machine's end. */
    String name() {
        return name("c5-", "");
    }

    /** The name of the machine's end of the network outside. */
    String outside() {
        return name("x5-", "");
    }

    private String tunnels() {
        return name("t5-", "");
    }

    private List<String> bridges() {
        return List.of(name(), outside(), tunnels());
    }

    /** The machine's ends of the pairs to a node; no cluster's name has a dot. */
    List<String> ports(int node) {
        return List.of(name("c5-", "." + node), name("x5-", "." + node), name("t5-", "." + node));
    }

    private String name(String prefix, String suffix) {
        var name = prefix + cluster + suffix;
        return name.length() <= LONGEST ? name : prefix + Digest.shortHex(cluster) + suffix;
    }

    /** The machine's part: the bridges, its addresses in them, and the way between them. */
    void lay(Addresses addresses) {
        var bridges = bridges();
        if (!bridges.stream().allMatch(Cable::isBridge)) {
            remove();
            for (var network = 0; network < bridges.size(); network++) {
                bridge(bridges.get(network), addresses.hardware(network, 0));
            }
        }
        Command.of("ip", "address", "replace", addresses.machine() + "/24", "dev", name())
                .run();
        Command.of("ip", "link", "set", name(), "up").run();
        Command.of("ip", "route", "replace", addresses.services(), "via", addresses.node(1), "dev", name())
                .run();
        Command.of("ip", "address", "replace", addresses.outside().gateway() + "/24", "dev", outside())
                .run();
        Command.of("ip", "link", "set", outside(), "up").run();
        Command.of("ip", "link", "set", tunnels(), "up").run();
        crossing().open(addresses);
    }

    /** One node's part; the others reach its pods when they are plugged, too. */
    void plug(Node node, Addresses addresses, int nodes) {
        var number = node.number();
        var ports = ports(number);
        if (!inside(node, "ip", "link", "show", INSIDE).attempt().ok()
                || ports.stream().anyMatch(port -> !Files.exists(INTERFACES.resolve(port)))) {
            // What a killed node had may linger for a moment.
            unplug(number);
            var cards = List.of(INSIDE, OUTSIDE, TUNNELS);
            for (var network = 0; network < cards.size(); network++) {
                join(
                        ports.get(network),
                        bridges().get(network),
                        cards.get(network),
                        addresses.hardware(network, number),
                        node);
            }
            // No line carries more than a packet at a time, and a switch in user space loses what the kernel would hand
            // over in one piece.
            for (var port : ports.subList(1, ports.size())) {
                Command.of("ethtool", "-K", port, "tso", "off", "gso", "off").run();
            }
            // Once: a switch that takes the card takes the address along.
            inside(node, "ip", "address", "replace", addresses.tunnel(number) + "/24", "dev", TUNNELS)
                    .run();
        }
        inside(node, "ip", "address", "replace", addresses.node(number) + "/24", "dev", INSIDE)
                .run();
        inside(node, "ip", "link", "set", INSIDE, "up").run();
        inside(node, "ip", "route", "replace", "default", "via", addresses.machine())
                .run();
        inside(node, "ip", "route", "flush", "type", CUT).run();
        for (var other = 1; other <= nodes; other++) {
            if (other != number) {
                lead(node, other, addresses);
            }
        }
        inside(node, "ip", "link", "set", OUTSIDE, "up").run();
        inside(node, "ip", "link", "set", TUNNELS, "up").run();
        Command.of("ip", "route", "replace", addresses.pods(number), "via", addresses.node(number), "dev", name())
                .run();
        crossing().lead(addresses, number);
    }

    private static void lead(Node node, int other, Addresses addresses) {
        inside(node, "ip", "route", "replace", addresses.pods(other), "via", addresses.node(other))
                .run();
    }

    /** From now on one hears nothing of the other, neither node nor pods, and nobody is told. All others hear both, and guests each other. */
    void cut(Node one, Node other, Addresses addresses) {
        swallow(one, other.number(), addresses);
        swallow(other, one.number(), addresses);
    }

    private static void swallow(Node node, int other, Addresses addresses) {
        inside(node, "ip", "route", "replace", CUT, addresses.node(other)).run();
        inside(node, "ip", "route", "replace", CUT, addresses.pods(other)).run();
    }

    /** Takes {@link #cut} back. */
    void mend(Node one, Node other, Addresses addresses) {
        release(one, other.number(), addresses);
        release(other, one.number(), addresses);
    }

    private static void release(Node node, int other, Addresses addresses) {
        inside(node, "ip", "route", "delete", CUT, addresses.node(other)).attempt();
        lead(node, other, addresses);
    }

    private Crossing crossing() {
        return new Crossing(name(), outside());
    }

    private static boolean isBridge(String link) {
        return Files.exists(INTERFACES.resolve(link).resolve("bridge"));
    }

    private static void bridge(String link, String hardware) {
        Command.of("ip", "link", "add", link, "address", hardware, "type", "bridge")
                .run();
    }

    private static void join(String port, String bridge, String card, String hardware, Node node) {
        Command.of("ip", "link", "add", port, "type", "veth", "peer", "name", card)
                .and("address", hardware, "netns", node.processNumber())
                .run();
        Command.of("ip", "link", "set", port, "master", bridge, "up").run();
    }

    /** The kernel removes it with the node's network, some time later; this does it now. */
    void unplug(int node) {
        ports(node).forEach(Cable::delete);
    }

    void remove() {
        crossing().close();
        for (var bridge : bridges()) {
            members(bridge).forEach(Cable::delete);
            delete(bridge);
        }
    }

    private static List<String> members(String bridge) {
        var folder = INTERFACES.resolve(bridge).resolve("brif");
        try (Stream<Path> members = Files.list(folder)) {
            return members.map(member -> String.valueOf(member.getFileName())).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void delete(String link) {
        Command.of("ip", "link", "delete", link).attempt();
    }

    private static Command inside(Node node, String... words) {
        var all = new ArrayList<>(node.enter());
        all.addAll(List.of(words));
        return Command.of(all);
    }
}
