package io.c5c3.services;

import io.c5c3.api.common.Database;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import java.util.Optional;

/**
 * Which server a database is on, as far as a plan needs to know it: a new place is a reason to migrate, and its port has to be open.
 *
 * @param server a MariaDB or a host; empty for the only MariaDB of the namespace
 */
public record DatabasePlace(String server, int port) {

    /**
     * The place a resource means.
     *
     * @param credentials the Secret that may name host and port besides the user
     */
    public static DatabasePlace of(Database wish, String credentials, Facts facts) {
        var cluster = wish.clusterRef();
        if (cluster != null) {
            return new DatabasePlace(cluster.name(), MariaDB.PORT);
        }
        var host = Optional.ofNullable(wish.host())
                .or(() -> value(facts, credentials, "host"))
                .orElse("");
        var port = Optional.ofNullable(wish.port())
                .or(() -> value(facts, credentials, "port")
                        .filter(text -> text.matches("[0-9]{1,5}"))
                        .map(Integer::valueOf))
                .orElse(MariaDB.PORT);
        return new DatabasePlace(host, port);
    }

    private static Optional<String> value(Facts facts, String credentials, String key) {
        return SecretText.value(facts, credentials, key).map(String::strip);
    }

    @Override
    public String toString() {
        return server + ":" + port;
    }
}
