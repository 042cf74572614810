package io.c5c3.local;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The nodes of a full cluster. How many there are is remembered; there may be more some day, and never fewer. */
record Nodes(Layout cluster, int count) {
    static Nodes known(Layout cluster) {
        return new Nodes(
                cluster,
                Text.read(cluster.nodes())
                        .map(text -> Integer.parseInt(text.strip()))
                        .orElse(1));
    }

    /** As many as somebody wants, or as there were. */
    static Nodes wanted(Layout cluster, Optional<Integer> wanted) {
        var there = known(cluster);
        return wanted.map(count -> there.grown(count)).orElse(there);
    }

    private Nodes grown(int wanted) {
        if (wanted < 1 || wanted > Addresses.NODES) {
            throw new LocalException("A local cluster has 1 to " + Addresses.NODES + " nodes, not " + wanted + ".");
        }
        if (wanted < count) {
            throw new LocalException("The local cluster " + cluster.name() + " has " + count
                    + " nodes, and a node that is taken away takes the volumes on it along: leave --nodes out to keep"
                    + " them, stop one with './c5c3 node stop "
                    + list().getLast().name()
                    + "', or begin anew with './c5c3 down --purge'.");
        }
        return new Nodes(cluster, wanted);
    }

    /** Before the first of them is made: whoever takes the cluster away has to know of all. */
    void remember() {
        Text.write(cluster.nodes(), count + "\n");
    }

    /** In the order of their numbers. */
    List<Node> list() {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> Node.of(cluster, number))
                .toList();
    }

    Node first() {
        return Node.of(cluster, 1);
    }

    /** All but the first. */
    List<Node> others() {
        return list().subList(1, count);
    }

    Node named(String name) {
        return list().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new LocalException("There is no node '" + name
                        + "' in the local cluster. There are: "
                        + String.join(", ", list().stream().map(Node::name).toList()) + "."));
    }
}
