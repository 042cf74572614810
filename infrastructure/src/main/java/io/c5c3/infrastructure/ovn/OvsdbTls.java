package io.c5c3.infrastructure.ovn;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * Encryption as all parts of OVN do it: both sides show a certificate of one authority, and that is what counts; the name in it is not
 * looked at.
 */
record OvsdbTls(OvsdbServer.Identity identity) {

    private static final char[] NO_PASSWORD = new char[0];

    Socket over(Socket plain, OvsdbServer server) throws IOException {
        return context().getSocketFactory().createSocket(plain, server.address(), server.port(), true);
    }

    SSLContext context() throws IOException {
        try {
            var keys = store();
            keys.setKeyEntry("us", key(), NO_PASSWORD, certificates(identity.certificate()));
            var proof = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            proof.init(keys, NO_PASSWORD);
            var trusted = store();
            for (var authority : certificates(identity.authority())) {
                trusted.setCertificateEntry("authority-" + trusted.size(), authority);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(proof.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new SSLException("the certificate or its key cannot be used");
        }
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }

    private static Certificate[] certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))
                .toArray(Certificate[]::new);
    }

    /** In any of the shapes that tools write: PKCS#8 (ours), PKCS#1 (cert-manager's) or SEC1, which may follow its parameters. */
    private PrivateKey key() throws IOException {
        var converter = new JcaPEMKeyConverter();
        try (var parser = new PEMParser(new StringReader(identity.key()))) {
            for (var found = parser.readObject(); found != null; found = parser.readObject()) {
                if (found instanceof PEMKeyPair pair) {
                    return converter.getPrivateKey(pair.getPrivateKeyInfo());
                }
                if (found instanceof PrivateKeyInfo key) {
                    return converter.getPrivateKey(key);
                }
            }
        }
        throw new SSLException("tls.key holds no private key that can be read");
    }
}
