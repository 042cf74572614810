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
 * of cert-manager's, is made anew when its names change, a third of its life is left, or it is not valid yet. Name the Secret in
 * {@link WorkloadStep#rollsOn()} if the pods read it only when they start.
 *
 * <p>An authority is followed in two phases. Its successor is first written down and put into every bundle; it signs only after one whole
 * life of a certificate. By then every certificate that is still accepted was issued, and every pod that shows it started, with a bundle
 * that has the successor in it: no clock and no watch has to be believed for that.
 *
 * @param authority who signs it
 * @param secret the Secret of the certificate
 * @param names DNS names and addresses the server answers to
 * @param reason what the condition says once the certificate is there
 * @param note why the built-in authority signs although another was asked for; empty if it is as it should be
 */
public record CertificateStep(Authority authority, String secret, List<String> names, String reason, String note)
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

        /** The Secret of the authority of a namespace's hypervisors. */
        public static final String HYPERVISORS = "nova-migration-ca";

        /** Hypervisors believe one another, and nobody else who believes the namespace's authority is one. */
        public static Authority ofHypervisors() {
            return new Authority(HYPERVISORS, true);
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

    /** In the authority's Secret: the one to come, which everybody trusts before it signs anything. */
    private static final String NEXT = "next.crt";

    private static final String NEXT_KEY = "next.key";

    public CertificateStep {
        names = names.stream().map(CertificateAuthority::canonical).distinct().toList();
    }

    public CertificateStep(Authority authority, String secret, List<String> names) {
        this(authority, secret, names, "CertificateIssued", "");
    }

    /** The same, with a reason and a sentence for those who expected another authority. */
    public CertificateStep because(String reason, String note) {
        return new CertificateStep(authority, secret, names, reason, note);
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
        var changed = succession(home, held.get(), work);
        if (changed.isPresent()) {
            home = work.replace(changed.get());
            held = pair(home);
        }
        var signer = held.orElseThrow();
        var there = work.find(Secret.class, secret);
        var last = there.flatMap(CertificateStep::pair);
        var served = last.filter(pair -> signer.issued(pair.certificate()))
                .filter(pair -> new TreeSet<>(names).equals(alternatives(pair.certificate())))
                .filter(pair -> !due(pair.certificate(), work.now()) && begun(pair.certificate(), work.now()))
                .orElseGet(() -> issue(signer, work));
        // Also for a certificate that stays: whom to trust may have changed.
        work.apply(secret(secret, "kubernetes.io/tls", served, Map.of(AUTHORITY, trusted(home))));
        var certificate = served.certificate();
        CertificateExpiry.measure(work, secret, certificate);
        return Outcome.done(
                        reason,
                        (note.isEmpty() ? "" : note + " ") + "Secret/" + secret
                                + " holds a certificate that is valid until "
                                + certificate.getNotAfter().toInstant() + "."
                                + last.map(CertificateAuthority::certificate)
                                        .filter(before -> !begun(before, work.now()))
                                        .map(before -> " The one before it was valid only from "
                                                + before.getNotBefore().toInstant()
                                                + " on, by a clock that was ahead, and was made anew.")
                                        .orElse(""))
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

    private CertificateAuthority issue(CertificateAuthority signer, Work work) {
        try {
            return signer.issue(names, work.now(), LIFE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK cannot make a certificate", e);
        }
    }

    /** The next state of the authority's Secret, if it is time for one. Each is one write, and a crash after it changes nothing. */
    private Optional<Secret> succession(Secret home, CertificateAuthority now, Work work)
            throws GeneralSecurityException {
        var next = pair(home, NEXT, NEXT_KEY);
        // Nobody accepts what an authority signs that is not valid yet, so there is nothing to wait for.
        if (!begun(now.certificate(), work.now())) {
            return Optional.of(with(home, signer(work), Map.of(PREVIOUS, value(home, CERTIFICATE))));
        }
        if (!due(now.certificate(), work.now())) {
            return Optional.empty();
        }
        if (next.filter(one -> begun(one.certificate(), work.now())).isEmpty()) {
            var candidate = signer(work);
            var kept = new TreeMap<>(Map.of(NEXT, candidate.certificatePem(), NEXT_KEY, candidate.keyPem()));
            kept.put(PREVIOUS, value(home, PREVIOUS));
            return Optional.of(with(home, now, kept));
        }
        var known = next.get().certificate().getNotBefore().toInstant();
        return work.now().isBefore(known.plus(LIFE))
                        && work.now().isBefore(now.certificate().getNotAfter().toInstant())
                ? Optional.empty()
                : Optional.of(with(home, next.get(), Map.of(PREVIOUS, value(home, CERTIFICATE))));
    }

    private Secret with(Secret home, CertificateAuthority signer, Map<String, String> more)
            throws GeneralSecurityException {
        var fresh = secret(authority.secret(), "Opaque", signer, more);
        return home.edit().withData(fresh.getData()).build();
    }

    private static String trusted(Secret home) {
        return value(home, CERTIFICATE) + value(home, NEXT) + value(home, PREVIOUS);
    }

    /** Whether the time from which it is valid has come. */
    private static boolean begun(X509Certificate certificate, Instant now) {
        return !now.isBefore(certificate.getNotBefore().toInstant());
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
        return pair(secret, CERTIFICATE, KEY);
    }

    private static Optional<CertificateAuthority> pair(Secret secret, String certificate, String key) {
        if (value(secret, certificate).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(CertificateAuthority.parse(value(secret, certificate), value(secret, key)));
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
