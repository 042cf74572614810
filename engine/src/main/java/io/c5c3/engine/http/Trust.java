package io.c5c3.engine.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whom encrypted connections believe. */
public final class Trust {

    private Trust() {}

    /**
     * A context that believes in these authorities.
     *
     * @param authority the certificates to trust (PEM); those of the JDK when absent
     */
    public static SSLContext in(Optional<String> authority) throws IOException {
        try {
            if (authority.isEmpty()) {
                return SSLContext.getDefault();
            }
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            var pem = new ByteArrayInputStream(authority.get().getBytes(StandardCharsets.UTF_8));
            var number = 0;
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("authority-" + number++, certificate);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate authority cannot be read", e);
        }
    }
}
