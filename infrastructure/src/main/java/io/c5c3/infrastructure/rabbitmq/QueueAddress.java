package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What the pods of a service are told of their queue, in a Secret. */
record QueueAddress(String user, String password, String vhost, List<String> hosts, Optional<ServerTrust> encryption) {

    /** The key of the Secret that holds the address, as oslo.messaging reads it. */
    static final String URL = "transport_url";

    /** The key with whom to trust, also in Secrets of persons. */
    static final String AUTHORITY = "ca.crt";

    /** Where pods mount it: with encryption, the address names a file of this folder. */
    static final String FOLDER = "/etc/c5c3/messaging";

    /** Where the images keep the authorities that everybody trusts. */
    private static final String PUBLIC_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

    private Optional<String> authority() {
        return encryption.flatMap(ServerTrust::authority);
    }

    private String url() {
        var file = encryption.map(trust -> authority().isPresent() ? FOLDER + "/" + AUTHORITY : PUBLIC_AUTHORITIES);
        return new TransportUrl(user, password, hosts, vhost, file).text();
    }

    /** Whether the Secret says this already. */
    boolean isIn(Work work, String secret) {
        return SecretText.value(work, secret, URL).filter(url()::equals).isPresent();
    }

    Secret secret(String name) {
        var data = new TreeMap<String, String>();
        data.put(URL, SecretText.encoded(url()));
        authority().ifPresent(pem -> data.put(AUTHORITY, SecretText.encoded(pem)));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + vhost;
    }
}
