package io.c5c3.infrastructure.tls;

import io.c5c3.engine.Facts;
import io.c5c3.engine.SecretText;
import java.util.Optional;

/**
 * Whom to expect behind an encrypted connection.
 *
 * @param name in the server's certificate; the address is a Service's
 * @param authority the certificates to trust (PEM); those of the JDK when absent
 */
public record ServerTrust(String name, Optional<String> authority) {

    /** Where the images keep the authorities that everybody trusts. */
    private static final String PUBLIC_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

    /** Empty without encryption. */
    public static Optional<ServerTrust> of(ServingCertificate certificate, String name, Facts facts) {
        return certificate
                .secret()
                .map(secret -> new ServerTrust(name, SecretText.value(facts, secret, ServingCertificate.AUTHORITY)));
    }

    /** The file with the authority for a pod that mounts the Secret of the address there. */
    public String file(String folder) {
        return authority.isPresent() ? folder + "/" + AddressSecret.AUTHORITY : PUBLIC_AUTHORITIES;
    }
}
