package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.infrastructure.tls.AddressSecret;
import io.c5c3.infrastructure.tls.ServerTrust;
import java.util.List;
import java.util.Optional;

/** What the pods of a service are told of their queue, in a Secret. */
record QueueAddress(String user, String password, String vhost, List<String> hosts, Optional<ServerTrust> encryption) {

    /** The key of the Secret that holds the address, as oslo.messaging reads it. */
    static final String URL = "transport_url";

    /** Where pods mount it: with encryption, the address names a file of this folder. */
    static final String FOLDER = "/etc/c5c3/messaging";

    private String url() {
        var file = encryption.map(trust -> trust.file(FOLDER));
        return new TransportUrl(user, password, hosts, vhost, file).text();
    }

    AddressSecret secret() {
        return new AddressSecret(URL, url(), encryption.flatMap(ServerTrust::authority));
    }

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + vhost;
    }
}
