package io.c5c3.infrastructure.rabbitmq;

import java.util.Optional;

/**
 * Where a server is, and who knocks.
 *
 * @param trust with encryption, whom to expect behind the address
 */
public record BrokerLogin(String host, int port, String user, String password, Optional<Trust> trust) {

    /**
     * Whom to believe.
     *
     * @param name in the server's certificate; the address is often a Service's
     * @param authority the certificates to trust (PEM); those of the JDK when absent
     */
    public record Trust(String name, Optional<String> authority) {}

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port;
    }
}
