package io.c5c3.infrastructure.tls;

import io.c5c3.api.common.Tls;
import io.c5c3.api.foreign.Certificate;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.step.CertificateStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.SequenceStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the certificate of something that listens comes from: a person's Secret, cert-manager, or the built-in authority.
 *
 * @param name of the resource, after which Secrets and Certificate are named
 * @param names DNS names the server answers to
 */
public record ServingCertificate(Tls tls, String name, List<String> names) {

    static final String AUTHORITY = "ca.crt";

    /** cert-manager writes on its Secrets whom it asked. */
    private static final String ISSUER = "cert-manager.io/issuer-name";

    /** What the server shows. */
    private static final List<String> PAIR = List.of("tls.crt", "tls.key");

    /** The kinds the step touches, for {@link io.c5c3.engine.Blueprint#uses()}. */
    public static final Set<Class<? extends HasMetadata>> USES = Set.of(Secret.class, Certificate.class);

    /** The names of a Service in all the lengths people write them. */
    public static List<String> serviceNames(String service, String namespace) {
        return Stream.of("", "." + namespace, "." + namespace + ".svc", "." + namespace + ".svc.cluster.local")
                .map(suffix -> service + suffix)
                .toList();
    }

    /** The Secret to mount; none without encryption. */
    public Optional<String> secret() {
        if (!tls.enabled()) {
            return Optional.empty();
        }
        return Optional.of(
                tls.secretRef() == null
                        ? CertificateStep.secretName(name)
                        : tls.secretRef().name());
    }

    /**
     * The Secret if it also tells who signed, which is who signed everybody else's. Ours always does; with a public authority it need
     * not, since everybody trusts that anyway.
     */
    public Optional<String> authority(Facts facts) {
        return secret().filter(name -> builtIn(facts) || tells(facts, name));
    }

    /** Whether the built-in authority signs: nobody else was asked, or cert-manager was and there is none. */
    private boolean builtIn(Facts facts) {
        return tls.builtIn() || (tls.issuerRef() != null && isAbsent(facts));
    }

    /** A certificate that cert-manager has made is never replaced, not even while its definitions are away, as in its upgrade. */
    private boolean isAbsent(Facts facts) {
        return !facts.serves(Certificate.class)
                && facts.find(Secret.class, CertificateStep.secretName(name))
                        .map(secret -> secret.getMetadata().getAnnotations())
                        .filter(annotations -> annotations.containsKey(ISSUER))
                        .isEmpty();
    }

    private static boolean tells(Facts facts, String name) {
        return facts.find(Secret.class, name)
                .map(Secret::getData)
                .filter(data -> !data.getOrDefault(AUTHORITY, "").isBlank())
                .isPresent();
    }

    /** The Secret as files; none without encryption. */
    public Optional<SecretFiles> files(String folder, Facts facts) {
        var keys = new ArrayList<>(PAIR);
        authority(facts).ifPresent(secret -> keys.add(AUTHORITY));
        return secret().map(secret -> new SecretFiles("tls", secret, folder, keys));
    }

    public Step step(Facts facts) {
        if (!tls.enabled()) {
            return new ObjectsStep(List.of(), "", "The resource does not ask for encryption.");
        }
        if (tls.secretRef() != null) {
            return there(tls.secretRef().name());
        }
        if (!builtIn(facts)) {
            return new SequenceStep(
                    new ObjectsStep(
                            List.of(requested(Objects.requireNonNull(tls.issuerRef()))),
                            "CertificateRequested",
                            "cert-manager was asked."),
                    there(CertificateStep.secretName(name)));
        }
        var own = new CertificateStep(CertificateStep.Authority.ofNamespace(), CertificateStep.secretName(name), names);
        return tls.issuerRef() == null
                ? own
                : own.because(
                        "CertManagerNotInstalled",
                        "cert-manager is not installed, so " + tls.issuerRef().kind() + "/"
                                + tls.issuerRef().name()
                                + " could not be asked: the built-in authority signs until it is.");
    }

    private static Step there(String secret) {
        return new SecretsStep(List.of(new SecretsStep.Input(secret, PAIR, "WaitingForCertificate")));
    }

    private Certificate requested(Tls.IssuerRef issuer) {
        var certificate = new Certificate();
        certificate.setMetadata(new ObjectMetaBuilder()
                .withName(CertificateStep.secretName(name))
                .build());
        certificate.setSpec(new Certificate.Spec(
                CertificateStep.secretName(name),
                new Certificate.IssuerRef(issuer.name(), issuer.kind(), "cert-manager.io"),
                names,
                new Certificate.PrivateKey("ECDSA", 256, "Always")));
        return certificate;
    }
}
