package io.c5c3.infrastructure.sql;

import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.c5c3.infrastructure.tls.ServerTrust;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the pods of a service are told of their database, in a Secret.
 *
 * @param login as who, and with encryption, whom to expect
 * @param host as pods reach it
 */
record DatabaseAddress(SqlLogin login, String host, String database) {

    /** The key with whom to trust, also in Secrets of persons. */
    static final String AUTHORITY = "ca.crt";

    /** Where pods mount it: with encryption, the address names a file of this folder. */
    static final String FOLDER = "/etc/c5c3/database";

    /** Where the images keep the authorities that everybody trusts. */
    private static final String PUBLIC_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

    private Optional<String> authority() {
        return login.trust().flatMap(ServerTrust::authority);
    }

    private String dsn() {
        var file = login.trust().map(trust -> authority().isPresent() ? FOLDER + "/" + AUTHORITY : PUBLIC_AUTHORITIES);
        return new Dsn(login.user(), login.password(), host, login.port(), database, file).text();
    }

    /** Whether the Secret says this already. */
    boolean isIn(Work work, String secret) {
        return SecretText.value(work, secret, DatabaseStep.DSN)
                .filter(dsn()::equals)
                .isPresent();
    }

    Secret secret(String name) {
        var data = new TreeMap<String, String>();
        data.put(DatabaseStep.DSN, SecretText.encoded(dsn()));
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
        return login + "/" + database;
    }
}
