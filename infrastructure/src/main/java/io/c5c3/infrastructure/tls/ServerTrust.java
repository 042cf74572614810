package io.c5c3.infrastructure.tls;

import java.util.Optional;

/**
 * Whom to expect behind an encrypted connection.
 *
 * @param name in the server's certificate; the address is a Service's
 * @param authority the certificates to trust (PEM); those of the JDK when absent
 */
public record ServerTrust(String name, Optional<String> authority) {}
