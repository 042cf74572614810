package io.c5c3.infrastructure.ovn;

import io.c5c3.api.controlplane.ReferenceGrant;
import io.c5c3.api.openstack.OVNNetwork;
import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Elsewhere;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Ref;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ObjectsStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a service finds a virtual network.
 *
 * @param nb the northbound database, as OVN's tools write it
 * @param sb the southbound database
 * @param tlsSecret with encryption, the Secret (tls.crt, tls.key, ca.crt) in the service's own namespace
 * @param origin where that Secret comes from, if it is a copy of one in another namespace
 * @param founded the ids of both databases, where an OVNCluster tells them. Who is connected to one that begins with nothing takes it for
 *     old data and waits for the lost one for ever, so whoever runs with other ids has to be started again.
 */
public record OvnEndpoints(
        String nb, String sb, Optional<String> tlsSecret, Optional<Origin> origin, Optional<String> founded) {

    /** @param cluster the OVNCluster that the Secret belongs to, and that the service must be allowed to refer to */
    public record Origin(Ref cluster, String secret) {}

    /** The kinds that are looked at, for {@link io.c5c3.engine.Blueprint#reads()}. */
    public static final Set<Class<? extends HasMetadata>> READS =
            Set.of(OVNCluster.class, OVNNetwork.class, Service.class, ReferenceGrant.class);

    /** Of somebody who knows them. */
    public OvnEndpoints(String nb, String sb, Optional<String> tlsSecret) {
        this(nb, sb, tlsSecret, Optional.empty(), Optional.empty());
    }

    /**
     * Of an OVNCluster; none while it does not exist, or may not be used.
     *
     * @param namespace of the service
     * @param way to the cluster, which may be in another namespace
     */
    public static Optional<OvnEndpoints> of(String namespace, Elsewhere way) {
        return way.find(OVNCluster.class).map(found -> {
            var place = way.target().namespace();
            var secret = new OvnTls(found).secret();
            var near = place.equals(namespace);
            return new OvnEndpoints(
                    new RaftDatabase(found, Side.NORTHBOUND).connection().text(),
                    new RaftDatabase(found, Side.SOUTHBOUND).connection().text(),
                    near ? secret : secret.map(name -> place + "-" + name),
                    near ? Optional.empty() : secret.map(name -> new Origin(way.target(), name)),
                    founded(found));
        });
    }

    private static Optional<String> founded(OVNCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .filter(status -> status.northboundId() != null && status.southboundId() != null)
                .map(status -> status.northboundId() + "," + status.southboundId());
    }

    /** What to say while there is no such cluster, or nobody lets the service use it. */
    public static Outcome missing(Elsewhere way) {
        return way.closed()
                .orElseGet(() -> Outcome.waiting(
                                "WaitingForOVN",
                                way.target() + " does not exist in the namespace "
                                        + way.target().namespace()
                                        + ": make it, or write ovn.nbConnection and ovn.sbConnection.")
                        .on(way.target()));
    }

    /**
     * The same with the addresses of Services instead of their names: for Neutron, whose library resolves names only with another library
     * at hand, and even then knows nothing of search domains.
     */
    public OvnEndpoints numeric(Facts facts, String namespace) {
        return new OvnEndpoints(
                new OvnConnection(nb).numeric(facts, namespace).text(),
                new OvnConnection(sb).numeric(facts, namespace).text(),
                tlsSecret,
                origin,
                founded);
    }

    /** Brings the certificate into the service's namespace, if it is in another; uses Secrets. */
    public Step certificate() {
        return origin.<Step>map(from -> new SecretMirrorStep(from, tlsSecret.orElseThrow()))
                .orElseGet(() -> new ObjectsStep(List.of(), "", "The certificate is where it is needed."));
    }
}
