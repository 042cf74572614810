package io.c5c3.local;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** The certificate authority of one cluster. What it issued is kept, and issued anew only when it no longer serves. */
final class Authority {
    private static final Duration LIFE = Duration.ofDays(3650);
    private static final Duration RENEW_BEFORE = Duration.ofDays(30);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path folder;
    private final Issued own;
    private final Pair root;

    private Authority(Path folder, Issued own, Pair root) {
        this.folder = folder;
        this.own = own;
        this.root = root;
    }

    /** Elliptic keys are made in no time; some clients in Java can read only the others without further libraries. */
    enum Key {
        EC(256),
        RSA(2048);

        private final int bits;

        Key(int bits) {
            this.bits = bits;
        }
    }

    /** A key and its certificate, as files. */
    record Issued(Path key, Path certificate) {}

    private record Pair(PrivateKey key, X509Certificate certificate) {}

    static Authority open(Path folder, String cluster) {
        var files = files(folder, "ca");
        // A half-written authority has a key only: it is then made again, and so is all that another one issued.
        var kept = read(files).filter(pair -> isFresh(pair.certificate()));
        return new Authority(
                folder, files, kept.orElseGet(() -> make(files, Key.EC, Subject.authority(cluster), null)));
    }

    /** The same authority, which keeps what it issues in another folder. */
    Authority in(Path other) {
        return new Authority(other, own, root);
    }

    Path certificate() {
        return own.certificate();
    }

    Path key() {
        return own.key();
    }

    /** The certificate for a subject, kept under a name. */
    Issued issue(String name, Subject subject) {
        return issue(name, Key.EC, subject);
    }

    Issued issue(String name, Key kind, Subject subject) {
        var files = files(folder, name);
        if (read(files).filter(pair -> serves(pair, subject)).isEmpty()) {
            make(files, kind, subject, root);
        }
        return files;
    }

    private boolean serves(Pair pair, Subject subject) {
        try {
            pair.certificate().verify(root.certificate().getPublicKey());
            return isFresh(pair.certificate()) && subject.isThatOf(pair.certificate());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean isFresh(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant().isAfter(Instant.now().plus(RENEW_BEFORE));
    }

    private static Issued files(Path folder, String name) {
        return new Issued(folder.resolve(name + ".key"), folder.resolve(name + ".crt"));
    }

    /** Without an issuer the certificate is its own. */
    private static Pair make(Issued files, Key kind, Subject subject, @Nullable Pair issuer) {
        try {
            var keys = newKeys(kind);
            var signer = issuer == null ? keys.getPrivate() : issuer.key();
            var certificate = new JcaX509CertificateConverter()
                    .getCertificate(builder(subject, keys.getPublic(), issuer)
                            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
            // The certificate goes last: a key alone counts as nothing.
            Text.write(files.key(), pem(new JcaPKCS8Generator(keys.getPrivate(), null)));
            Text.write(files.certificate(), pem(certificate));
            return new Pair(keys.getPrivate(), certificate);
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new LocalException(
                    "A certificate for " + subject.name() + " cannot be made: report this as a bug.", e);
        }
    }

    private static KeyPair newKeys(Key kind) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance(kind.name());
        generator.initialize(kind.bits, RANDOM);
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(Subject subject, PublicKey key, @Nullable Pair issuer)
            throws IOException {
        var name = X500Name.getInstance(subject.principal().getEncoded());
        var by = issuer == null
                ? name
                : X500Name.getInstance(
                        issuer.certificate().getSubjectX500Principal().getEncoded());
        var now = Instant.now();
        var builder = new JcaX509v3CertificateBuilder(
                by,
                new BigInteger(127, RANDOM).add(BigInteger.ONE),
                // Clocks of machines that just woke up may be behind.
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(LIFE)),
                name,
                key);
        if (issuer == null) {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            builder.addExtension(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign | KeyUsage.digitalSignature));
            return builder;
        }
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(List.of(KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth)
                        .toArray(new KeyPurposeId[0])));
        if (!subject.hosts().isEmpty()) {
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(subject.generalNames()));
        }
        return builder;
    }

    private static String pem(Object object) throws IOException {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }

    /** With the JDK's own means: a start that issues nothing need not load a library for it. */
    private static Optional<Pair> read(Issued files) {
        var key = Text.read(files.key());
        var certificate = Text.read(files.certificate());
        if (key.isEmpty() || certificate.isEmpty()) {
            return Optional.empty();
        }
        try {
            var bytes = certificate.get().getBytes(StandardCharsets.US_ASCII);
            var read = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
            return Optional.of(
                    new Pair(privateKey(key.get(), read.getPublicKey().getAlgorithm()), read));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static PrivateKey privateKey(String pem, String algorithm) throws GeneralSecurityException {
        var content = pem.lines().filter(line -> !line.startsWith("-----")).collect(Collectors.joining());
        return KeyFactory.getInstance(algorithm)
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(content)));
    }
}
