package io.c5c3.controlplane;

import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.controlplane.Part.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a plane is made of: the dependency graph of its resources. */
final class Parts {

    private static final String CATALOG = "ServiceCatalogReady";
    private static final String CREDENTIALS = "CredentialsReady";

    private final ControlPlane.Spec spec;
    private final InfrastructureChildren infrastructure;
    private final ServiceChildren services;
    private final ExtraChildren extras;

    Parts(ControlPlane plane) {
        var draft = new Draft(plane);
        this.spec = plane.getSpec();
        this.infrastructure = new InfrastructureChildren(draft);
        this.extras = new ExtraChildren(draft);
        this.services = new ServiceChildren(draft, infrastructure.hasCeph(), extras.scheduler());
    }

    /** In the order in which they are told; those of one phase come up side by side. */
    List<Part> all() {
        var parts = new ArrayList<>(infrastructure());
        if (spec.services().keystone().enabled()) {
            parts.add(Part.of(
                    Phase.Identity,
                    services.keystone(),
                    CREDENTIALS,
                    "AdminPasswordReady",
                    "MariaDBReady",
                    "MemcachedReady"));
            parts.addAll(services());
            parts.addAll(testing(parts));
            parts.addAll(scheduling());
        }
        return parts;
    }

    /** What services stand on. */
    List<Part> infrastructure() {
        var parts = new ArrayList<Part>();
        parts.add(Part.of(Phase.Infrastructure, infrastructure.mariadb(), "Accepted"));
        parts.add(Part.of(Phase.Infrastructure, infrastructure.memcached(), "Accepted"));
        if (infrastructure.hasRabbitMQ()) {
            parts.add(Part.of(Phase.Infrastructure, infrastructure.rabbitmq(), "Accepted"));
        }
        if (infrastructure.hasValkey()) {
            parts.add(Part.of(Phase.Infrastructure, infrastructure.valkey(), "Accepted"));
        }
        if (infrastructure.hasCeph()) {
            parts.add(Part.of(Phase.Infrastructure, infrastructure.ceph(), "ceph", List.of("Accepted")));
        }
        if (spec.services().neutron().enabled()) {
            parts.add(Part.of(Phase.Infrastructure, infrastructure.ovn(), "ovn", List.of("Accepted")));
        }
        return parts;
    }

    private List<Part> services() {
        var wanted = spec.services();
        var parts = new ArrayList<Part>();
        if (wanted.glance().enabled()) {
            parts.add(Part.of(Phase.Core, services.glance(), after(stored())));
        }
        if (wanted.placement().enabled()) {
            parts.add(Part.of(Phase.Core, services.placement(), after()));
        }
        if (wanted.neutron().enabled()) {
            parts.add(Part.of(Phase.Compute, services.neutron(), after("RabbitMQReady", "OVNClusterReady")));
        }
        if (wanted.cinder().enabled()) {
            parts.add(Part.of(Phase.Compute, services.cinder(), after(stored("RabbitMQReady"))));
        }
        if (wanted.nova().enabled()) {
            parts.add(Part.of(Phase.Compute, services.nova(), after(core("RabbitMQReady"))));
            if (wanted.nova().compute().enabled()) {
                parts.add(
                        Part.of(Phase.Compute, services.compute(), "compute", List.of(after(stored("RabbitMQReady")))));
            }
        }
        return parts;
    }

    /** It learns from those whose choices it ranks, and they can do without it. */
    private List<Part> scheduling() {
        var first = extras.ranked().stream().map(kind -> kind + "Ready");
        return spec.cortex().enabled()
                ? List.of(Part.of(Phase.Scheduler, extras.cortex(), after(first.toArray(String[]::new))))
                : List.of();
    }

    /** Only a cloud that is all there can be tested; without somebody who ranks hosts, it is. */
    private List<Part> testing(List<Part> others) {
        var after = Stream.concat(Stream.of(CATALOG), others.stream().map(Part::condition));
        return spec.tempest().enabled()
                ? List.of(Part.of(Phase.Testing, extras.tempest(), after.toArray(String[]::new)))
                : List.of();
    }

    private String[] stored(String... more) {
        var all = new ArrayList<>(List.of(more));
        if (infrastructure.hasCeph()) {
            all.add("CephStorageReady");
        }
        return all.toArray(String[]::new);
    }

    /** Nova asks placement for room and glance for images: where the plane has them, they come first. */
    private String[] core(String... more) {
        var all = new ArrayList<>(List.of(more));
        if (spec.services().glance().enabled()) {
            all.add("GlanceReady");
        }
        if (spec.services().placement().enabled()) {
            all.add("PlacementReady");
        }
        return all.toArray(String[]::new);
    }

    private static String[] after(String... more) {
        var all = new ArrayList<>(List.of("KeystoneReady", CATALOG, CREDENTIALS));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
