package io.c5c3.local;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The addresses of a full cluster: one 10.n.0.0/16, where n follows from the cluster's name, so that two clusters rarely meet
 * and one cluster keeps its addresses.
 *
 * @param block the n
 */
record Addresses(int block) {
    private static final int FIRST = 100;
    private static final int BLOCKS = 120;
    private static final Pattern TAKEN = Pattern.compile("\\b10\\.(\\d{1,3})\\.\\d{1,3}\\.\\d{1,3}");

    /** How many nodes have a part of the range of pods. */
    static final int NODES = 32;

    private static final int BLOCKS_OF_A_NODE = 4;

    /** The block the name leads to, or the next that nobody uses. */
    static Addresses of(String name, Set<Integer> taken) {
        var start = Math.floorMod(Integer.parseUnsignedInt(Digest.shortHex(name), 16), BLOCKS);
        for (var step = 0; step < BLOCKS; step++) {
            var block = FIRST + (start + step) % BLOCKS;
            if (!taken.contains(block)) {
                return new Addresses(block);
            }
        }
        throw new LocalException(
                "All networks from 10.100.0.0/16 to 10.219.0.0/16 are in use: remove a route or a local cluster.");
    }

    /** The choice made at the first start, which holds for the cluster's life: certificates and services carry it. */
    static Addresses remembered(String name, Path file) {
        return known(file).orElseGet(() -> {
            var addresses = of(
                    name,
                    taken(Command.of("ip", "-4", "route", "show", "table", "all")
                            .run()));
            Text.write(file, addresses.block + "\n");
            return addresses;
        });
    }

    /** The same, if it was made. */
    static Optional<Addresses> known(Path file) {
        return Text.read(file).map(text -> new Addresses(Integer.parseInt(text.strip())));
    }

    static Set<Integer> taken(String routes) {
        var taken = new TreeSet<Integer>();
        TAKEN.matcher(routes).results().forEach(found -> taken.add(Integer.valueOf(found.group(1))));
        return taken;
    }

    private String at(String rest) {
        return "10." + block + "." + rest;
    }

    /** Those of all nodes. */
    String pods() {
        return at("0.0/17");
    }

    /** Those of one node; a thousand, so that a number comes back long after its pod has gone. */
    String pods(int node) {
        return at(BLOCKS_OF_A_NODE * (node - 1) + ".0/22");
    }

    String services() {
        return at("128.0/18");
    }

    String dns() {
        return at("128.10");
    }

    Outside outside() {
        return new Outside(Cable.OUTSIDE, at("224.0/24"), at("224.1"), at("224.10"), at("224.250"));
    }

    /** The network of the machine and the nodes. */
    String nodes() {
        return at("255.0/24");
    }

    /** The machine's own address among the nodes. */
    String machine() {
        return at("255.1");
    }

    /** A node's address; the API server listens at the first one's. */
    String node(int number) {
        return at("255." + (number + 1));
    }

    /** A node's address for what its guests send to those of other nodes. */
    String tunnel(int number) {
        return at("254." + (number + 1));
    }

    /** Always the same for a card, so that nobody sends to one that is gone when a node comes back; node 0 is the machine. */
    String hardware(int network, int node) {
        return "02:c5:c3:%02x:%02x:%02x".formatted(block, network, node);
    }
}
