package io.c5c3.infrastructure.sql;

import io.c5c3.infrastructure.tls.ServerTrust;
import java.util.Optional;

/**
 * Where a server is, and who knocks.
 *
 * @param trust with encryption, whom to expect there
 */
public record SqlLogin(String host, int port, String user, String password, Optional<ServerTrust> trust) {

    /** In the clear. */
    public SqlLogin(String host, int port, String user, String password) {
        this(host, port, user, password, Optional.empty());
    }

    /** The same server, and somebody else. */
    public SqlLogin as(String other, String otherPassword) {
        return new SqlLogin(host, port, other, otherPassword, trust);
    }

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
