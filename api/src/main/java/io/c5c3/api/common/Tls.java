package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/**
 * Encrypted transport. The certificate comes from {@code secretRef} (keys tls.crt, tls.key, ca.crt), from cert-manager when {@code
 * issuerRef} is written, or from the operator's own certificate authority when neither is.
 *
 * @param enabled whether connections are encrypted
 * @param secretRef a certificate of your own
 * @param issuerRef who signs one
 */
public record Tls(
        @Default("false") Boolean enabled,
        @Nullable SecretRef secretRef,
        @Nullable IssuerRef issuerRef) {

    @SuppressWarnings("NullAway")
    public static final Tls OFF = new Tls(false, null, null);

    public Tls {
        enabled = enabled != null && enabled;
    }

    /** Whether the operators' own certificate authority signs. */
    public boolean builtIn() {
        return enabled && secretRef == null && issuerRef == null;
    }

    /**
     * A cert-manager issuer.
     *
     * @param name the name of the issuer
     * @param kind Issuer, or ClusterIssuer
     */
    public record IssuerRef(
            @Required String name, @Default("Issuer") String kind) {
        public IssuerRef {
            kind = kind == null ? "Issuer" : kind;
        }
    }
}
