package io.c5c3.infrastructure.sql;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Facts;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.c5c3.infrastructure.tls.ServingCertificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the servers of a MariaDB show their clients, and what these have to expect. */
public record DatabaseCertificate(MariaDB cluster) {

    private String name() {
        return cluster.getMetadata().getName();
    }

    private String namespace() {
        return cluster.getMetadata().getNamespace();
    }

    /** The Service of all members, for who only reads. */
    public String readers() {
        return name() + "-readers";
    }

    /** The Service that gives each server a name of its own. */
    public String nodes() {
        return name() + "-nodes";
    }

    public ServingCertificate certificate() {
        var names = Stream.of(
                        ServerGroup.certificateNames(name(), nodes(), namespace()).stream(),
                        ServingCertificate.serviceNames(readers(), namespace()).stream(),
                        Stream.of("localhost"))
                .flatMap(all -> all)
                .toList();
        return new ServingCertificate(cluster.getSpec().tls(), name(), List.copyOf(names));
    }

    /** As pods reach it. */
    public String host() {
        return name() + "." + namespace() + ".svc";
    }

    /** With encryption, whom a client has to expect. */
    public Optional<ServerTrust> trust(Facts facts) {
        return ServerTrust.of(certificate(), host(), facts);
    }
}
