package io.c5c3.services;

import io.c5c3.api.common.Database;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Facts;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
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
        var data = facts.find(Secret.class, credentials).map(Secret::getData).orElse(Map.of());
        var host =
                Optional.ofNullable(wish.host()).or(() -> value(data, "host")).orElse("");
        var port = Optional.ofNullable(wish.port())
                .or(() -> value(data, "port")
                        .filter(text -> text.matches("[0-9]{1,5}"))
                        .map(Integer::valueOf))
                .orElse(MariaDB.PORT);
        return new DatabasePlace(host, port);
    }

    private static Optional<String> value(Map<String, String> data, String key) {
        return Optional.ofNullable(data.get(key))
                .map(value -> new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8).strip())
                .filter(text -> !text.isEmpty());
    }

    @Override
    public String toString() {
        return server + ":" + port;
    }
}
