package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.step.CertificateStep;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The certificate that every part shows to every other. It is a person's if the Secret is there and not of our making; else the built-in
 * authority makes it, under the very name that was asked for. All programs read it again when it changes, so nothing is restarted for it.
 */
record OvnTls(OVNCluster cluster) {

    static final String CERTIFICATE = "tls.crt";
    static final String KEY = "tls.key";
    static final String AUTHORITY = "ca.crt";
    static final List<String> KEYS = List.of(CERTIFICATE, KEY, AUTHORITY);

    static final String FOLDER = "/etc/ovn/tls";

    private boolean enabled() {
        return cluster.getSpec().tls().enabled();
    }

    String protocol() {
        return enabled() ? "ssl" : "tcp";
    }

    Optional<String> secret() {
        if (!enabled()) {
            return Optional.empty();
        }
        var own = cluster.getSpec().tls().certSecretRef();
        return Optional.of(
                own == null ? CertificateStep.secretName(cluster.getMetadata().getName()) : own.name());
    }

    Optional<SecretFiles> files() {
        return secret().map(name -> new SecretFiles("tls", name, FOLDER, KEYS));
    }

    /** What every program of OVN is told on its command line. */
    List<String> arguments() {
        return enabled()
                ? List.of(
                        "--private-key=" + FOLDER + "/" + KEY,
                        "--certificate=" + FOLDER + "/" + CERTIFICATE,
                        "--ca-cert=" + FOLDER + "/" + AUTHORITY)
                : List.of();
    }

    Step step(Facts facts) {
        var secret = secret();
        if (secret.isEmpty()) {
            return new ObjectsStep(List.of(), "", "The resource does not ask for encryption.");
        }
        return facts.find(Secret.class, secret.get())
                        .filter(there -> !ours(there))
                        .isPresent()
                ? new SecretsStep(List.of(new SecretsStep.Input(secret.get(), KEYS, "WaitingForCertificate")))
                : new CertificateStep(
                        CertificateStep.Authority.of(cluster.getMetadata().getName()), secret.get(), names());
    }

    private boolean ours(Secret secret) {
        return Owner.of(cluster).owns(secret);
    }

    /** The Services, and the members however many there will be: a new certificate for each change of replicas would help nobody. */
    private List<String> names() {
        var namespace = cluster.getMetadata().getNamespace();
        return Stream.of(Side.values())
                .map(side -> new RaftDatabase(cluster, side))
                .flatMap(database -> Stream.concat(
                        ServingCertificate.serviceNames(database.service(), namespace).stream(),
                        ServingCertificate.serviceNames(database.headless(), namespace).stream()
                                .map(name -> "*." + name)))
                .distinct()
                .toList();
    }
}
