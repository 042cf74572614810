package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;

/** The two databases: what people want of the network, and what that means for each node. */
enum Side {
    NORTHBOUND("nb", "OVN_Northbound", OVNCluster.NORTHBOUND_PORT, 6643),
    SOUTHBOUND("sb", "OVN_Southbound", OVNCluster.SOUTHBOUND_PORT, 6644);

    private final String letters;
    private final String database;
    private final int port;
    private final int raftPort;

    Side(String letters, String database, int port, int raftPort) {
        this.letters = letters;
        this.database = database;
        this.port = port;
        this.raftPort = raftPort;
    }

    String letters() {
        return letters;
    }

    String database() {
        return database;
    }

    /** The field of an OVNCluster's status with the id of the database. */
    String id() {
        return this == NORTHBOUND ? "northboundId" : "southboundId";
    }

    String schema() {
        return "/usr/share/ovn/ovn-" + letters + ".ovsschema";
    }

    int port() {
        return port;
    }

    /** Where the members of the database talk to each other. */
    int raftPort() {
        return raftPort;
    }
}
