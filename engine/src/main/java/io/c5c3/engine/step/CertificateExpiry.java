package io.c5c3.engine.step;

import io.c5c3.engine.SecretText;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** Until when a certificate is valid, told to those who watch: whoever signed it, an expired one stops everything that shows it. */
final class CertificateExpiry {

    static final String CERTIFICATE = "tls.crt";

    private CertificateExpiry() {}

    /** Of a Secret that somebody else writes; what holds no certificate has no end. */
    static void measure(Work work, Secret secret) {
        var text = SecretText.decoded(secret.getData()).getOrDefault(CERTIFICATE, "");
        if (text.isBlank()) {
            return;
        }
        try {
            // The first of a chain is the server's own.
            var first = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
            measure(work, secret.getMetadata().getName(), (X509Certificate) first);
        } catch (CertificateException e) {
            // No client can read it either: it is as good as expired.
            work.measure(name(secret.getMetadata().getName()), 0);
        }
    }

    static void measure(Work work, String secret, X509Certificate certificate) {
        work.measure(
                name(secret), (double) certificate.getNotAfter().toInstant().getEpochSecond());
    }

    private static String name(String secret) {
        return "c5c3_certificate_expiry_timestamp_seconds{secret=" + secret + "}";
    }
}
