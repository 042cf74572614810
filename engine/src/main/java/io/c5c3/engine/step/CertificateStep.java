package io.c5c3.engine.step;

import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.SecretText;
import io.c5c3.engine.Step;
import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A certificate of a built-in authority, for clusters without cert-manager. The authority is made once; the certificate, with the keys
 * of cert-manager's, is made anew when its names change or a third of its life is left. Name the Secret in
 * {@link WorkloadStep#rollsOn()} if the pods read it only when they start.
 *
 * @param authority who signs it
 * @param secret the Secret of the certificate
 * @param names DNS names and addresses the server answers to
 * @param reason what the condition says once the certificate is there
 * @param note why the built-in authority signs although another was asked for; empty if it is as it should be
 */
public record CertificateStep(
        String condition, Authority authority, String secret, List<String> names, String reason, String note)
        implements Step {

    /**
     * Who signs.
     *
     * @param secret where its certificate and key are kept
     * @param shared whether it belongs to the namespace and outlives every resource in it, or to one resource and goes with it
     */
    public record Authority(String secret, boolean shared) {

        /** The Secret of the namespace's authority. */
        public static final String SECRET = "c5c3-ca";

        /** Everything in the namespace trusts it, so that services can call one another. */
        public static Authority ofNamespace() {
            return new Authority(SECRET, true);
        }

        /** For those among whom a certificate is a login: nobody else's may come from the same hand. */
        public static Authority of(String resource) {
            return new Authority(resource + "-ca", false);
        }
    }

    static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
    static final Duration LIFE = Duration.ofDays(90);

    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String AUTHORITY = "ca.crt";

    /** In the authority's Secret: the certificate before the last change, trusted until it expires. */
    private static final String PREVIOUS = "previous.crt";

    public CertificateStep {
        names = names.stream().map(CertificateAuthority::canonical).distinct().toList();
    }

    public CertificateStep(String condition, Authority authority, String secret, List<String> names) {
        this(condition, authority, secret, names, "CertificateIssued", "");
    }

    /** The same, with a reason and a sentence for those who expected another authority. */
    public CertificateStep because(String reason, String note) {
        return new CertificateStep(condition, authority, secret, names, reason, note);
    }

    /** The usual name of the Secret that servers mount: tls.crt, tls.key and ca.crt. */
    public static String secretName(String name) {
        return name + "-tls";
    }

    @Override
    public Outcome run(Work work) throws GeneralSecurityException {
        var home = work.find(Secret.class, authority.secret()).orElseGet(() -> create(work));
        var held = pair(home);
        if (held.isEmpty()) {
            return Outcome.failed(
                            "AuthorityUnreadable",
                            "Secret/" + authority.secret()
                                    + " holds no certificate authority: restore it, or delete it and a new one is"
                                    + " made.")
                    .on(Ref.of(Secret.class, work.namespace(), authority.secret()));
        }
        if (due(held.get().certificate(), work.now())) {
            home = work.replace(renewed(home, work));
            held = pair(home);
        }
        var signer = held.orElseThrow();
        var trusted = trusted(home);
        var there = work.find(Secret.class, secret).filter(found -> trusted.equals(value(found, AUTHORITY)));
        var served = there.flatMap(CertificateStep::pair)
                .filter(pair -> signer.issued(pair.certificate()))
                .filter(pair -> new TreeSet<>(names).equals(alternatives(pair.certificate())))
                .filter(pair -> !due(pair.certificate(), work.now()));
        if (served.isEmpty()) {
            var made = signer.issue(names, work.now(), LIFE);
            work.apply(secret(secret, "kubernetes.io/tls", made, Map.of(AUTHORITY, trusted)));
            served = Optional.of(made);
        }
        var certificate = served.orElseThrow().certificate();
        return Outcome.done(
                        reason,
                        (note.isEmpty() ? "" : note + " ") + "Secret/" + secret
                                + " holds a certificate that is valid until "
                                + certificate.getNotAfter().toInstant() + ".")
                .again(Duration.between(work.now(), renewal(certificate)));
    }

    private Secret create(Work work) {
        try {
            var fresh = secret(authority.secret(), "Opaque", signer(work), Map.of());
            return authority.shared() ? work.createShared(fresh) : work.createRetained(fresh);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK cannot make a certificate authority", e);
        }
    }

    private CertificateAuthority signer(Work work) throws GeneralSecurityException {
        return CertificateAuthority.create(work.namespace() + "-" + authority.secret(), work.now(), AUTHORITY_LIFE);
    }

    /** Clients that have only seen the old authority keep it in their bundle; those that load the new bundle trust both. */
    private Secret renewed(Secret home, Work work) throws GeneralSecurityException {
        var fresh = secret(authority.secret(), "Opaque", signer(work), Map.of(PREVIOUS, value(home, CERTIFICATE)));
        return home.edit().withData(fresh.getData()).build();
    }

    private static String trusted(Secret home) {
        return value(home, CERTIFICATE) + value(home, PREVIOUS);
    }

    /** A third of its life is left, or less. */
    private static boolean due(X509Certificate certificate, Instant now) {
        return !now.isBefore(renewal(certificate));
    }

    private static Instant renewal(X509Certificate certificate) {
        var end = certificate.getNotAfter().toInstant();
        var life = Duration.between(certificate.getNotBefore().toInstant(), end);
        return end.minus(life.dividedBy(3));
    }

    private static Optional<CertificateAuthority> pair(Secret secret) {
        try {
            return Optional.of(CertificateAuthority.parse(value(secret, CERTIFICATE), value(secret, KEY)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static Collection<String> alternatives(X509Certificate certificate) {
        var names = new TreeSet<String>();
        try {
            var found = certificate.getSubjectAlternativeNames();
            if (found != null) {
                found.forEach(name -> names.add(String.valueOf(name.get(1))));
            }
        } catch (GeneralSecurityException e) {
            // A certificate whose names cannot be read has none of those we want, and is made anew.
            names.clear();
        }
        return names;
    }

    private static Secret secret(String name, String type, CertificateAuthority pair, Map<String, String> more)
            throws GeneralSecurityException {
        var values = new TreeMap<>(more);
        values.put(CERTIFICATE, pair.certificatePem());
        values.put(KEY, pair.keyPem());
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withType(type)
                .withData(SecretText.encoded(values))
                .build();
    }

    private static String value(Secret secret, String key) {
        return SecretText.decoded(secret.getData()).getOrDefault(key, "");
    }

    @Override
    public Collection<Ref> intends(String namespace) {
        return List.of(Ref.of(Secret.class, namespace, authority.secret()), Ref.of(Secret.class, namespace, secret));
    }

    @Override
    public Outcome teardown(Work work) {
        if (!authority.shared()) {
            work.deleteOwn(Secret.class, authority.secret());
        }
        return Outcome.skipped("Taken down.");
    }
}
