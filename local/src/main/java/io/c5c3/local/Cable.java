package io.c5c3.local;

import java.util.ArrayList;
import java.util.List;

/**
 * The pairs of virtual interfaces between the machine and a node: one with routes to the node's pods and services, and one that is the
 * network outside of a cloud on it, where its public addresses are. The node's end of the second has no address; a cloud may take it.
 */
record Cable(String cluster) {
    /** The node's network card in the network outside. */
    static final String OUTSIDE = "eth1";

    private static final int LONGEST = 15;

    /** The name of the machine's end. */
    String name() {
        return name("c5-");
    }

    /** The name of the machine's end of the network outside. */
    String outside() {
        return name("x5-");
    }

    private String name(String prefix) {
        var name = prefix + cluster;
        return name.length() <= LONGEST ? name : prefix + Digest.shortHex(cluster);
    }

    void plug(Node node, Addresses addresses) {
        if (!inside(node, "ip", "link", "show", "eth0").attempt().ok()) {
            // What a killed node had may linger for a moment.
            unplug();
            add(name(), "eth0", node);
            add(outside(), OUTSIDE, node);
        }
        inside(node, "ip", "address", "replace", addresses.node() + "/30", "dev", "eth0")
                .run();
        inside(node, "ip", "link", "set", "eth0", "up").run();
        inside(node, "ip", "route", "replace", "default", "via", addresses.machine())
                .run();
        Command.of("ip", "address", "replace", addresses.machine() + "/30", "dev", name())
                .run();
        Command.of("ip", "link", "set", name(), "up").run();
        for (var network : List.of(addresses.pods(), addresses.services())) {
            Command.of("ip", "route", "replace", network, "via", addresses.node(), "dev", name())
                    .run();
        }
        inside(node, "ip", "link", "set", OUTSIDE, "up").run();
        Command.of("ip", "address", "replace", addresses.outside().gateway() + "/24", "dev", outside())
                .run();
        Command.of("ip", "link", "set", outside(), "up").run();
        // No line carries more than a packet at a time, and a switch in user space loses what the kernel would hand
        // over in one piece.
        Command.of("ethtool", "-K", outside(), "tso", "off", "gso", "off").run();
        crossing().open(addresses);
    }

    private Crossing crossing() {
        return new Crossing(name(), outside());
    }

    private static void add(String here, String there, Node node) {
        Command.of("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", node.number())
                .run();
    }

    /** The kernel removes it with the node's network, some time later; this does it now. */
    void unplug() {
        crossing().close();
        Command.of("ip", "link", "delete", name()).attempt();
        Command.of("ip", "link", "delete", outside()).attempt();
    }

    private static Command inside(Node node, String... words) {
        var all = new ArrayList<>(node.enter());
        all.addAll(List.of(words));
        return Command.of(all);
    }
}
