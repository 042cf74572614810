package io.c5c3.local;

import java.util.ArrayList;
import java.util.List;

/** The pair of virtual interfaces between the machine and a node, with routes to the node's pods and services. */
record Cable(String cluster) {
    private static final int LONGEST = 15;

    /** The name of the machine's end. */
    String name() {
        var name = "c5-" + cluster;
        return name.length() <= LONGEST ? name : "c5-" + Digest.shortHex(cluster);
    }

    void plug(Node node, Addresses addresses) {
        if (!inside(node, "ip", "link", "show", "eth0").attempt().ok()) {
            // What a killed node had may linger for a moment.
            unplug();
            Command.of("ip", "link", "add", name(), "type", "veth", "peer", "name", "eth0", "netns", node.number())
                    .run();
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
    }

    /** The kernel removes it with the node's network, some time later; this does it now. */
    void unplug() {
        Command.of("ip", "link", "delete", name()).attempt();
    }

    private static Command inside(Node node, String... words) {
        var all = new ArrayList<>(node.enter());
        all.addAll(List.of(words));
        return Command.of(all);
    }
}
