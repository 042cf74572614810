package io.c5c3.infrastructure.sql;

import io.c5c3.infrastructure.tls.AddressSecret;
import io.c5c3.infrastructure.tls.ServerTrust;

/**
 * What the pods of a service are told of their database, in a Secret.
 *
 * @param login as who, and with encryption, whom to expect
 * @param host as pods reach it
 */
record DatabaseAddress(SqlLogin login, String host, String database) {

    /** Where pods mount it: with encryption, the address names a file of this folder. */
    static final String FOLDER = "/etc/c5c3/database";

    private String dsn() {
        var file = login.trust().map(trust -> trust.file(FOLDER));
        return new Dsn(login.user(), login.password(), host, login.port(), database, file).text();
    }

    AddressSecret secret() {
        return new AddressSecret(DatabaseStep.DSN, dsn(), login.trust().flatMap(ServerTrust::authority));
    }

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return login + "/" + database;
    }
}
