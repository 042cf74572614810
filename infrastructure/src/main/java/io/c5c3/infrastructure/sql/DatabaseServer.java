package io.c5c3.infrastructure.sql;

import io.c5c3.api.common.Database;
import io.c5c3.api.common.NameRef;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SentTo;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.tls.ServerTrust;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The server a service's database is on, as the resource and the namespace tell it. */
sealed interface DatabaseServer {

    Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?");

    /** One of ours: we are root on it. */
    record Managed(MariaDB cluster) implements DatabaseServer {

        String name() {
            return cluster.getMetadata().getName();
        }

        Ref ref() {
            return Ref.of(cluster);
        }

        /** As pods reach it. */
        String host() {
            return new DatabaseCertificate(cluster).host();
        }

        Optional<ServerTrust> trust(Work work) {
            return new DatabaseCertificate(cluster).trust(work);
        }

        Optional<String> address(Work work) {
            return RootLogin.address(work, name());
        }

        Optional<SqlLogin> root(Work work) {
            return RootLogin.of(work, cluster);
        }
    }

    /** Somebody else's: database and user are there, or it cannot be helped. */
    record External(String host, int port) implements DatabaseServer {}

    /** Nobody can tell. */
    record Unknown(Outcome why) implements DatabaseServer {}

    /**
     * The server a resource means.
     *
     * @param secret the service's Secret, which is sent there
     * @param credentials its content, which may name host and port too
     */
    static DatabaseServer of(Database wish, String secret, Map<String, String> credentials, Work work) {
        if (wish.clusterRef() != null) {
            return referenced(wish.clusterRef(), work);
        }
        var host = wish.host() == null ? credentials.getOrDefault("host", "") : wish.host();
        if (host.isBlank()) {
            return onlyOne(work);
        }
        var server = external(host, wish, credentials);
        return server instanceof External
                ? refused(host, secret, work).<DatabaseServer>map(Unknown::new).orElse(server)
                : server;
    }

    private static Optional<Outcome> refused(String host, String secret, Work work) {
        return SentTo.isOurs(host, work.all(MariaDB.class))
                ? Optional.empty()
                : new SentTo(secret, "host", "database.host").refused(work, host);
    }

    private static DatabaseServer external(String host, Database wish, Map<String, String> credentials) {
        if (!HOST.matcher(host).matches()) {
            return new Unknown(Outcome.mistake(
                    "DatabaseHostInvalid",
                    "database.host must be a host name or an address, without scheme, port or path."));
        }
        if (wish.port() != null) {
            return new External(host, wish.port());
        }
        var port = credentials.getOrDefault("port", String.valueOf(MariaDB.PORT));
        return port.matches("[0-9]{1,5}")
                ? new External(host, Integer.parseInt(port))
                : new Unknown(Outcome.mistake(
                        "DatabasePortInvalid",
                        "The port in the database credentials is no number: write database.port."));
    }

    private static DatabaseServer referenced(NameRef reference, Work work) {
        var ref = Ref.of(MariaDB.class, work.namespace(), reference.name());
        return work.find(MariaDB.class, reference.name())
                .<DatabaseServer>map(Managed::new)
                .orElseGet(() -> new Unknown(Outcome.waiting(
                                "WaitingForDatabase", ref + ", which database.clusterRef names, does not exist.")
                        .on(ref)));
    }

    private static DatabaseServer onlyOne(Work work) {
        var clusters = work.all(MariaDB.class);
        return switch (clusters.size()) {
            case 0 ->
                new Unknown(Outcome.waiting(
                        "WaitingForDatabase",
                        "There is no MariaDB in the namespace " + work.namespace()
                                + ": make one, or write database.host for a server that is elsewhere."));
            case 1 -> new Managed(clusters.getFirst());
            default ->
                new Unknown(Outcome.mistake(
                        "DatabaseAmbiguous",
                        "The namespace " + work.namespace() + " has several MariaDBs ("
                                + clusters.stream()
                                        .map(cluster -> cluster.getMetadata().getName())
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + "): write the one to use into database.clusterRef.name."));
        };
    }
}
