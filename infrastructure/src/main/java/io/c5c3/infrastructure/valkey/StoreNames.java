package io.c5c3.infrastructure.valkey;

import io.c5c3.api.openstack.Valkey;
import io.c5c3.engine.Labels;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.servers.ServerGroup;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.c5c3.infrastructure.tls.ServingCertificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What the servers of one Valkey are called, and where they listen. */
record StoreNames(Valkey valkey) {

    private static final String SERVICE = "valkey";
    static final String VOLUME = "data";

    /** What the sentinels call the primary; SAP's operator calls it so too. */
    static final String PRIMARY = "myprimary";

    String name() {
        return valkey.getMetadata().getName();
    }

    private String namespace() {
        return valkey.getMetadata().getNamespace();
    }

    Map<String, String> labels() {
        return Labels.of(SERVICE, name(), "server");
    }

    Map<String, String> selector() {
        return Labels.selector(SERVICE, name(), "server");
    }

    /** The Service for clients; the one of the plain name gives each server a name of its own. */
    String client() {
        return name() + "-client";
    }

    String host() {
        return client() + "." + namespace() + ".svc.cluster.local";
    }

    /** Where clients begin: at a sentinel if there are any, else at the primary. */
    String endpoint() {
        return host() + ":" + (guarded() ? Valkey.SENTINEL_PORT : Valkey.PORT);
    }

    /** The password as it was made, from which pods and clients get theirs. */
    String password() {
        return name() + "-password";
    }

    /** How clients connect, under the name that SAP's operator gives it. */
    String binding() {
        return "valkey-" + name() + "-binding";
    }

    /** The server that is the primary unless another was elected. */
    String first() {
        return name() + "-0";
    }

    /** The claims that the StatefulSet makes. */
    List<String> claims() {
        return IntStream.range(0, valkey.getSpec().replicas())
                .mapToObj(i -> VOLUME + "-" + name() + "-" + i)
                .toList();
    }

    boolean guarded() {
        return valkey.getSpec().sentinel().enabled();
    }

    boolean persistent() {
        return valkey.getSpec().persistence().enabled();
    }

    ServingCertificate certificate() {
        return new ServingCertificate(
                valkey.getSpec().tls(), name(), ServerGroup.certificateNames(client(), name(), namespace()));
    }

    /** With encryption, whom a client of the servers has to expect. */
    Optional<ServerTrust> trust(Work work) {
        return ServerTrust.of(certificate(), client() + "." + namespace() + ".svc", work);
    }
}
