package io.c5c3.infrastructure.tls;

import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An address with a login as pods read it from a Secret, and beside it whom to trust.
 *
 * @param key the key of the address
 * @param authority the certificates to trust (PEM), which the address names as a file
 */
public record AddressSecret(String key, String address, Optional<String> authority) {

    /** The key with whom to trust, also in Secrets of persons. */
    public static final String AUTHORITY = ServingCertificate.AUTHORITY;

    /** Whether the Secret says this already. */
    public boolean isIn(Work work, String secret) {
        return SecretText.value(work, secret, key).filter(address::equals).isPresent();
    }

    public Secret named(String name) {
        var data = new TreeMap<String, String>();
        data.put(key, SecretText.encoded(address));
        authority.ifPresent(pem -> data.put(AUTHORITY, SecretText.encoded(pem)));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }

    /** Without the address, which has a password in it: this text may end up in a log. */
    @Override
    public String toString() {
        return key;
    }
}
