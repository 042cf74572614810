package io.c5c3.infrastructure.valkey;

import java.util.Optional;

/**
 * Where a server is, and what lets one in.
 *
 * @param trust with encryption, whom to expect behind the address
 */
public record StoreLogin(String host, int port, String password, Optional<Trust> trust) {

    /**
     * Whom to believe.
     *
     * @param name in the server's certificate; the address is a Service's
     * @param authority the certificates to trust (PEM); those of the JDK when absent
     */
    public record Trust(String name, Optional<String> authority) {}

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
