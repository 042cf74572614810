package io.c5c3.infrastructure.ovn;

import io.c5c3.api.ovn.OVNCluster;
import io.c5c3.engine.Labels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One of the two databases of a cluster: what its parts are called and where they are. */
record RaftDatabase(OVNCluster cluster, Side side) {

    static final String VOLUME = "data";

    OVNCluster.Database spec() {
        return switch (side) {
            case NORTHBOUND -> cluster.getSpec().northbound();
            case SOUTHBOUND -> cluster.getSpec().southbound();
        };
    }

    private Optional<OVNCluster.Service> wish() {
        var integration = cluster.getSpec().neutronIntegration();
        return Optional.ofNullable(
                        switch (side) {
                            case NORTHBOUND -> integration.nbConnection();
                            case SOUTHBOUND -> integration.sbConnection();
                        })
                .map(OVNCluster.Connection::service);
    }

    String name() {
        return cluster.getMetadata().getName() + "-" + side.letters();
    }

    /** Gives the members names of their own. */
    String headless() {
        return name() + "-nodes";
    }

    /** Tells the members about each other; it changes while they run. */
    String members() {
        return name() + "-members";
    }

    String service() {
        return wish().map(OVNCluster.Service::name).orElseGet(this::name);
    }

    /** The names of all Services before it. */
    List<String> services() {
        return List.of(service(), headless());
    }

    int servicePort() {
        return wish().map(OVNCluster.Service::port).orElseGet(side::port);
    }

    Map<String, String> labels() {
        return Labels.of("ovn", cluster.getMetadata().getName(), side.letters());
    }

    Map<String, String> selector() {
        return Labels.selector("ovn", cluster.getMetadata().getName(), side.letters());
    }

    private String domain(String service) {
        return service + "." + cluster.getMetadata().getNamespace() + ".svc.cluster.local";
    }

    /** The part of the members' names that they have in common. */
    String domain() {
        return domain(headless());
    }

    String member(int number) {
        return name() + "-" + number;
    }

    List<String> claims() {
        return IntStream.range(0, spec().replicas())
                .mapToObj(i -> VOLUME + "-" + member(i))
                .toList();
    }

    /** Whichever member answers. */
    OvnConnection connection() {
        return new OvnConnection(new OvnTls(cluster).protocol() + ":" + domain(service()) + ":" + servicePort());
    }

    /** All of them by name, for a client that has to find the one that leads. */
    OvnConnection everyMember() {
        var protocol = new OvnTls(cluster).protocol();
        return new OvnConnection(IntStream.range(0, spec().replicas())
                .mapToObj(i -> protocol + ":" + member(i) + "." + domain() + ":" + side.port())
                .collect(Collectors.joining(",")));
    }

    OvnAccess access() {
        return new OvnAccess(connection(), new OvnTls(cluster).secret(), side.database());
    }
}
