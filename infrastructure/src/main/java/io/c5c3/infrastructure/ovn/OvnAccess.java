package io.c5c3.infrastructure.ovn;

import io.c5c3.engine.Work;
import java.util.List;
import java.util.Optional;

/**
 * One of the two databases, and the way to it.
 *
 * @param secret with encryption, the Secret with our certificate
 */
record OvnAccess(OvnConnection connection, Optional<String> secret, String database) {

    private interface Call<T> {
        T on(Ovsdb ovsdb, OvsdbServer server) throws OvsdbFailure;
    }

    List<List<OvsdbRow>> select(Work work, Ovsdb.Query... queries) throws OvsdbFailure {
        return ask(work, (ovsdb, server) -> ovsdb.select(server, database, queries));
    }

    void delete(Work work, Ovsdb.Query... queries) throws OvsdbFailure {
        ask(work, (ovsdb, server) -> {
            ovsdb.delete(server, database, queries);
            return true;
        });
    }

    void increment(Work work, String table, String column) throws OvsdbFailure {
        ask(work, (ovsdb, server) -> {
            ovsdb.increment(server, database, table, column);
            return true;
        });
    }

    /** What the server says of the database itself; none if it does not have it. */
    Optional<OvsdbRow> itself(Work work) throws OvsdbFailure {
        return ask(work, (ovsdb, server) -> itself(ovsdb, server, database));
    }

    static Optional<OvsdbRow> itself(Ovsdb ovsdb, OvsdbServer server, String database) throws OvsdbFailure {
        var query = Ovsdb.Query.of("Database", "connected", "cid").where("name", database);
        return ovsdb.select(server, "_Server", query).getFirst().stream().findFirst();
    }

    /** Any of the servers will do; the first that answers is taken. */
    private <T> T ask(Work work, Call<T> call) throws OvsdbFailure {
        if (connection.isEncrypted()
                && secret.flatMap(name -> OvnConnection.identity(work, name)).isEmpty()) {
            throw new OvsdbFailure(connection.text() + " wants a certificate, and "
                    + secret.map(name -> "Secret/" + name + " does not hold all of " + String.join(", ", OvnTls.KEYS))
                            .orElse("no Secret is named that holds one"));
        }
        var failure = new OvsdbFailure(connection.text() + " is no way to a database");
        for (var server : connection.servers(work, secret)) {
            try {
                return call.on(work.port(Ovsdb.class), server);
            } catch (OvsdbFailure e) {
                failure = e;
            }
        }
        throw failure;
    }
}
