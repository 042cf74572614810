package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.infrastructure.tls.ServerTrust;
import java.util.Optional;

/**
 * Where a server is, and who knocks.
 *
 * @param trust with encryption, whom to expect behind the address
 */
public record BrokerLogin(String host, int port, String user, String password, Optional<ServerTrust> trust) {

    /** The same server, and somebody else. */
    BrokerLogin as(String other, String otherPassword) {
        return new BrokerLogin(host, port, other, otherPassword, trust);
    }

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
