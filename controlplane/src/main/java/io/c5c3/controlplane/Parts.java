package io.c5c3.controlplane;

import static io.c5c3.api.catalogue.OpenStackService.KEYSTONE;
import static io.c5c3.api.catalogue.OpenStackService.NOVA;

import io.c5c3.api.catalogue.Need;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Phase;
import io.c5c3.api.memcached.Memcached;
import io.c5c3.api.openstack.CephStorage;
import io.c5c3.api.openstack.MariaDB;
import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.api.ovn.OVNCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/** What a plane is made of: the dependency graph of its resources. */
final class Parts {

    static final String ACCEPTED = "Accepted";
    static final String CREDENTIALS = "CredentialsReady";
    static final String ADMINISTRATOR = "AdminPasswordReady";
    static final String CATALOG = "ServiceCatalogReady";

    private final Cloud cloud;
    private final InfrastructureChildren infrastructure;
    private final ServiceChildren services;

    Parts(Cloud cloud) {
        this.cloud = cloud;
        this.infrastructure = new InfrastructureChildren(cloud);
        this.services = new ServiceChildren(cloud, infrastructure.hasCeph());
    }

    /** In the order in which they are told; those of one phase come up side by side. */
    List<Part> all() {
        var parts = new ArrayList<>(infrastructure());
        if (cloud.has(KEYSTONE)) {
            cloud.having().forEach(service -> parts.addAll(of(service, parts)));
        }
        return parts;
    }

    /** What services stand on. */
    private List<Part> infrastructure() {
        var parts = new ArrayList<Part>();
        parts.add(foundation(infrastructure.mariadb()));
        parts.add(foundation(infrastructure.memcached()));
        if (infrastructure.hasRabbitMQ()) {
            parts.add(foundation(infrastructure.rabbitmq()));
        }
        if (infrastructure.hasValkey()) {
            parts.add(foundation(infrastructure.valkey()));
        }
        if (infrastructure.hasCeph()) {
            parts.add(new Part(Phase.Infrastructure, infrastructure.ceph(), "ceph", List.of(ACCEPTED)));
        }
        if (infrastructure.hasOvn()) {
            parts.add(new Part(Phase.Infrastructure, infrastructure.ovn(), "ovn", List.of(ACCEPTED)));
        }
        return parts;
    }

    private static Part foundation(HasMetadata child) {
        return Part.of(Phase.Infrastructure, child, List.of(ACCEPTED));
    }

    /** @param others what was told before it */
    private List<Part> of(OpenStackService service, List<Part> others) {
        var after = service.phase() == Phase.Testing ? everything(others) : after(service);
        var part = Part.of(service.phase(), services.of(service), after);
        return service == NOVA && cloud.services().nova().compute().enabled()
                ? List.of(part, new Part(service.phase(), services.compute(), "compute", agents()))
                : List.of(part);
    }

    /** Only a cloud that is all there can be tested; without somebody who ranks hosts, it is. */
    private static List<String> everything(List<Part> others) {
        var after = new ArrayList<>(List.of(CATALOG));
        others.stream()
                .filter(part -> part.phase() != Phase.Scheduler)
                .map(Part::condition)
                .forEach(after::add);
        return after;
    }

    /** What a service stands on has to be there before it; whom it asks, it waits for itself, with the work that needs an answer. */
    private List<String> after(OpenStackService service) {
        var after = new ArrayList<>(List.of(CREDENTIALS));
        if (service == KEYSTONE) {
            after.add(ADMINISTRATOR);
        }
        for (var need : Need.values()) {
            if (service.needs(need)) {
                after.addAll(of(need));
            }
        }
        if (!service.after().isEmpty()) {
            after.addAll(List.of(Part.ready(KEYSTONE.kind()), CATALOG));
            cloud.before(service).forEach(other -> after.add(Part.ready(other.kind())));
        }
        return after;
    }

    private List<String> of(Need need) {
        return switch (need) {
            case Database -> List.of(Part.ready(MariaDB.class));
            case Queue -> List.of(Part.ready(RabbitMQ.class));
            case Cache -> List.of(Part.ready(Memcached.class));
            case Pool -> infrastructure.hasCeph() ? List.of(Part.ready(CephStorage.class)) : List.of();
            case Network ->
                infrastructure.hasOvn() ? List.of(Part.ready(cloud.face().kind(OVNCluster.class))) : List.of();
        };
    }

    /** The agents on hypervisors come up beside Nova, whose cells they join by themselves. */
    private List<String> agents() {
        var after = new ArrayList<>(List.of(CREDENTIALS));
        after.addAll(of(Need.Queue));
        after.addAll(of(Need.Pool));
        return after;
    }
}
