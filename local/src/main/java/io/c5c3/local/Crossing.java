package io.c5c3.local;

import java.util.List;

/**
 * Lets pods reach public addresses of a cloud on their cluster, and the answers come back: both ways lead over this machine, which need not
 * be a router. What comes by one of the two interfaces may leave by the other, and by no third one. On a machine that is a router anyhow its
 * own rules hold.
 *
 * @param cluster the machine's bridge to pods and services
 * @param outside the machine's bridge to the network outside
 */
record Crossing(String cluster, String outside) {

    /** Tables of this number and above are nobody's; each block of addresses has its own. */
    private static final int FIRST_TABLE = 20_000;

    /** After the kernel's own addresses, before all routes that people make. */
    private static final String ALLOWED = "20000";

    private static final String REST = "20001";

    void open(Addresses addresses) {
        var table = table(addresses);
        Command.of("ip", "route", "replace", addresses.nodes(), "dev", cluster, "table", table)
                .run();
        route(addresses.services(), addresses.node(1), table);
        Command.of("ip", "route", "replace", addresses.outside().network(), "dev", outside, "table", table)
                .run();
        for (var link : List.of(cluster, outside)) {
            var setting = "net/ipv4/conf/" + link + "/forwarding";
            if (KernelSettings.read(setting).equals("0")) {
                rules(link, table);
                KernelSettings.write(setting, "1");
            }
        }
    }

    /** To the pods of a node. */
    void lead(Addresses addresses, int node) {
        route(addresses.pods(node), addresses.node(node), table(addresses));
    }

    private void route(String network, String by, String table) {
        Command.of("ip", "route", "replace", network, "via", by, "dev", cluster, "table", table)
                .run();
    }

    private static String table(Addresses addresses) {
        return String.valueOf(FIRST_TABLE + addresses.block());
    }

    private static void rules(String link, String table) {
        forget(link);
        Command.of("ip", "rule", "add", "pref", ALLOWED, "iif", link, "lookup", table)
                .run();
        Command.of("ip", "rule", "add", "pref", REST, "iif", link, "prohibit").run();
    }

    /** Routes go with the interfaces; rules would stay. */
    void close() {
        forget(cluster);
        forget(outside);
    }

    private static void forget(String link) {
        for (var rule : List.of(ALLOWED, REST)) {
            Command.of("ip", "rule", "delete", "pref", rule, "iif", link).attempt();
        }
    }
}
