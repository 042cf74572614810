package io.c5c3.engine.step;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate and its private key, able to sign others if it was made as an authority. Elliptic curve P-256 throughout. */
record CertificateAuthority(X509Certificate certificate, PrivateKey key) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");
    private static final int LONGEST_COMMON_NAME = 64;

    /** Clocks differ; a certificate that is valid from this very second is refused by half of them. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** A new authority that signs itself. */
    static CertificateAuthority create(String name, Instant now, Duration life) throws GeneralSecurityException {
        var keys = keys();
        var subject = new X500Principal("O=CobaltCore,CN=" + commonName(name));
        var builder = builder(subject, subject, keys.getPublic(), now, life);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
        } catch (IOException e) {
            throw new GeneralSecurityException("The authority's extensions have no encoding", e);
        }
        return new CertificateAuthority(sign(builder, keys.getPrivate()), keys.getPrivate());
    }

    /** A certificate with a new key for servers and clients of these names, which never outlives this authority. */
    CertificateAuthority issue(List<String> names, Instant now, Duration life) throws GeneralSecurityException {
        var keys = keys();
        var rest = Duration.between(now, certificate.getNotAfter().toInstant());
        var builder = builder(
                certificate.getSubjectX500Principal(),
                new X500Principal("CN=" + commonName(names.getFirst())),
                keys.getPublic(),
                now,
                rest.compareTo(life) < 0 ? rest : life);
        var purposes = new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
        try {
            var extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            extensions.createSubjectKeyIdentifier(keys.getPublic()))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            extensions.createAuthorityKeyIdentifier(certificate))
                    .addExtension(Extension.subjectAlternativeName, false, alternatives(names));
        } catch (IOException e) {
            throw new GeneralSecurityException("The certificate's extensions have no encoding", e);
        }
        return new CertificateAuthority(sign(builder, key), keys.getPrivate());
    }

    boolean issued(X509Certificate other) {
        try {
            other.verify(certificate.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** A name as a certificate tells it back: addresses can be written in several ways. */
    static String canonical(String name) {
        return ADDRESS.matcher(name).matches() ? InetAddress.ofLiteral(name).getHostAddress() : name;
    }

    private static GeneralNames alternatives(List<String> names) {
        return new GeneralNames(names.stream()
                .map(name -> new GeneralName(
                        ADDRESS.matcher(name).matches() ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private static KeyPair keys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(
            X500Principal issuer, X500Principal subject, PublicKey key, Instant now, Duration life) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(127, RANDOM).add(BigInteger.ONE),
                Date.from(now.minus(SKEW)),
                Date.from(now.plus(life)),
                subject,
                key);
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException {
        try {
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("This JDK cannot sign with ECDSA", e);
        }
    }

    /** X.509 ends a common name at 64 characters; the full names are among the alternatives. */
    private static String commonName(String name) {
        return name.length() <= LONGEST_COMMON_NAME ? name : name.substring(0, LONGEST_COMMON_NAME);
    }

    String certificatePem() throws GeneralSecurityException {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    String keyPem() {
        return pem("PRIVATE KEY", encoded());
    }

    /** With the public key in it, which the JDK leaves out, and without which GnuTLS (libvirt's and QEMU's) reads no such key. */
    private byte[] encoded() {
        if (!(key instanceof ECPrivateKey secret)) {
            return key.getEncoded();
        }
        var known = SubjectPublicKeyInfo.getInstance(certificate.getPublicKey().getEncoded())
                .getPublicKeyData();
        var both = new org.bouncycastle.asn1.sec.ECPrivateKey(
                secret.getParams().getOrder().bitLength(), secret.getS(), known, null);
        try {
            var algorithm = PrivateKeyInfo.getInstance(key.getEncoded()).getPrivateKeyAlgorithm();
            return new PrivateKeyInfo(algorithm, both).getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pem(String type, byte[] content) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
    }

    static CertificateAuthority parse(String certificatePem, String keyPem) throws GeneralSecurityException {
        var certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificatePem.getBytes(StandardCharsets.US_ASCII)));
        var body = keyPem.replaceAll("-----[A-Z ]+-----|\\s", "");
        try {
            var key = KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
            return new CertificateAuthority(certificate, key);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("The private key is no PEM text");
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "CertificateAuthority[" + certificate.getSubjectX500Principal() + "]";
    }
}
