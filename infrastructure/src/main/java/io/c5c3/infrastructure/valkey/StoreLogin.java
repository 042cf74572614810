package io.c5c3.infrastructure.valkey;

import io.c5c3.infrastructure.tls.ServerTrust;
import java.util.Optional;

/**
 * Where a server is, and what lets one in.
 *
 * @param trust with encryption, whom to expect behind the address
 */
public record StoreLogin(String host, int port, String password, Optional<ServerTrust> trust) {

    /** Without the password: this text may end up in a log. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
