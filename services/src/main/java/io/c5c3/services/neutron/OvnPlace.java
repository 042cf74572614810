package io.c5c3.services.neutron;

import io.c5c3.api.common.SecretRef;
import io.c5c3.api.neutron.Neutron;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.render.Ini;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.ovn.OvnConnectedStep;
import io.c5c3.infrastructure.ovn.OvnEndpoints;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The OVN in which a Neutron makes its networks: the one whose databases the resource names, the OVNCluster it names, or the only one of
 * the namespace.
 *
 * @param known as people write it
 * @param numeric as Neutron needs it, which resolves no names
 * @param problem why it cannot be told, if so
 */
record OvnPlace(OvnEndpoints known, OvnEndpoints numeric, Optional<Outcome> problem) {

    static final String SECTION = "ovn";

    private static final String DRIVER = "ovn";
    private static final String CERTIFICATE = "/etc/c5c3/ovn";

    /** None where networks are made without it. */
    static Optional<OvnPlace> of(Neutron neutron, Facts facts) {
        var spec = neutron.getSpec();
        return spec.ml2().mechanismDrivers().contains(DRIVER)
                ? Optional.of(of(spec.ovn(), neutron.getMetadata().getNamespace(), facts))
                : Optional.empty();
    }

    private static OvnPlace of(Neutron.Ovn wish, String namespace, Facts facts) {
        if (!wish.enabled()) {
            return unknown(Outcome.mistake(
                    "MechanismDriverNotUsable",
                    "ml2.mechanismDrivers names ovn, but ovn.enabled is false: write ovn.enabled: true, or"
                            + " mechanismDrivers without ovn."));
        }
        var nb = wish.nbConnection();
        var sb = wish.sbConnection();
        var secret = Optional.ofNullable(wish.tlsSecretRef()).map(SecretRef::name);
        if (nb == null || sb == null) {
            return ofCluster(wish, secret, namespace, facts);
        }
        if (secret.isEmpty() && (nb + "," + sb).contains("ssl:")) {
            return unknown(Outcome.mistake(
                    "OVNCertificateMissing",
                    "ovn.nbConnection and ovn.sbConnection ask for encryption (ssl:): name the Secret with tls.crt,"
                            + " tls.key and ca.crt in ovn.tlsSecretRef."));
        }
        return found(new OvnEndpoints(nb, sb, secret), namespace, facts);
    }

    private static OvnPlace ofCluster(Neutron.Ovn wish, Optional<String> secret, String namespace, Facts facts) {
        var reference = wish.clusterRef();
        if (reference != null) {
            var place = Optional.ofNullable(reference.namespace()).orElse(namespace);
            return named(reference.name(), place, secret, namespace, facts);
        }
        var clusters = facts.neighbours(OVNCluster.class).stream()
                .map(cluster -> cluster.getMetadata().getName())
                .sorted()
                .toList();
        return switch (clusters.size()) {
            case 0 ->
                unknown(Outcome.waiting(
                        "WaitingForOVN",
                        "There is no OVNCluster in the namespace " + namespace
                                + ": make one, or write ovn.clusterRef, or ovn.nbConnection and ovn.sbConnection."));
            case 1 -> named(clusters.getFirst(), namespace, secret, namespace, facts);
            default ->
                unknown(Outcome.mistake(
                        "OVNAmbiguous",
                        "The namespace " + namespace + " has several OVNClusters (" + String.join(", ", clusters)
                                + "): write the one to use into ovn.clusterRef.name."));
        };
    }

    private static OvnPlace named(
            String cluster, String place, Optional<String> secret, String namespace, Facts facts) {
        var way = facts.neighbourElsewhere(OVNCluster.class, place, cluster);
        return OvnEndpoints.of(namespace, way)
                .map(endpoints -> secret.isPresent() && endpoints.tlsSecret().isPresent()
                        ? new OvnEndpoints(
                                endpoints.nb(), endpoints.sb(), secret, Optional.empty(), endpoints.founded())
                        : endpoints)
                .map(endpoints -> endpoints.founded().isPresent()
                        ? found(endpoints, namespace, facts)
                        : unknown(notFounded(way.target())))
                .orElseGet(() -> unknown(OvnEndpoints.missing(way)));
    }

    private static Outcome notFounded(Ref cluster) {
        return Outcome.waiting("WaitingForOVN", cluster + " has not said yet which databases it has founded.")
                .on(cluster);
    }

    private static OvnPlace found(OvnEndpoints endpoints, String namespace, Facts facts) {
        return new OvnPlace(endpoints, endpoints.numeric(facts, namespace), Optional.empty());
    }

    private static OvnPlace unknown(Outcome why) {
        var nowhere = new OvnEndpoints("", "", Optional.empty());
        return new OvnPlace(nowhere, nowhere, Optional.of(why));
    }

    /** Whether its databases answer: measured, not assumed. */
    Step connected() {
        return problem.<Step>map(why -> new VerdictStep(why))
                .orElseGet(() -> new SequenceStep(
                        known.certificate(), new OvnConnectedStep(known.nb(), known.sb(), known.tlsSecret())));
    }

    /** The Secret with the certificate by which everybody in OVN shows that they belong to it; none without encryption. */
    Optional<String> secret() {
        return known.tlsSecret();
    }

    /** For everything that is connected to the databases: it starts again when one of them has begun with nothing. */
    EnvVar[] founded() {
        return known.founded().stream()
                .map(ids -> Variable.of("OVN_DATABASES", ids))
                .toArray(EnvVar[]::new);
    }

    SecretFiles[] certificate() {
        return secret().stream()
                .map(name -> new SecretFiles("ovn-tls", name, CERTIFICATE, List.of("tls.crt", "tls.key", "ca.crt")))
                .toArray(SecretFiles[]::new);
    }

    /** The ports that have to be open to reach it. */
    List<Integer> ports() {
        return Stream.of(numeric.nb(), numeric.sb())
                .flatMap(connection -> Arrays.stream(connection.split(",", -1)))
                .map(part -> part.substring(part.lastIndexOf(':') + 1).strip())
                .filter(port -> port.matches("[0-9]{1,5}"))
                .map(Integer::valueOf)
                .distinct()
                .toList();
    }

    Ini northbound(Ini ini) {
        return database(ini, "ovn_nb", numeric.nb());
    }

    Ini southbound(Ini ini) {
        return database(ini, "ovn_sb", numeric.sb());
    }

    private Ini database(Ini ini, String prefix, String connection) {
        var result = ini.set(SECTION, prefix + "_connection", connection);
        return secret().isEmpty()
                ? result
                : result.set(SECTION, prefix + "_private_key", CERTIFICATE + "/tls.key")
                        .set(SECTION, prefix + "_certificate", CERTIFICATE + "/tls.crt")
                        .set(SECTION, prefix + "_ca_cert", CERTIFICATE + "/ca.crt");
    }
}
