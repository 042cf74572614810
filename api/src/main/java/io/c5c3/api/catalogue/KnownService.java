package io.c5c3.api.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The services that an OpenStackControlPlane has a word for, a line each: when it comes up, and what it is skipped without. Those that {@link
 * OpenStackService} has no line for are not in this release.
 */
public enum KnownService {
    KEYSTONE("Keystone", Stage.Identity),
    BARBICAN("Barbican", Stage.Identity),
    GLANCE("Glance", Stage.CoreServices),
    PLACEMENT("Placement", Stage.CoreServices),
    NEUTRON("Neutron", Stage.CoreServices),
    NOVA("Nova", Stage.CoreServices, GLANCE, PLACEMENT, NEUTRON),
    CINDER("Cinder", Stage.CoreServices),
    HEAT("Heat", Stage.ExtendedServices),
    SWIFT("Swift", Stage.ExtendedServices),
    OCTAVIA("Octavia", Stage.ExtendedServices, NOVA, NEUTRON, GLANCE),
    DESIGNATE("Designate", Stage.ExtendedServices, NEUTRON),
    MANILA("Manila", Stage.ExtendedServices, NEUTRON),
    IRONIC("Ironic", Stage.ExtendedServices, GLANCE, NEUTRON),
    MAGNUM("Magnum", Stage.ExtendedServices, NOVA, NEUTRON, HEAT),
    TROVE("Trove", Stage.ExtendedServices, NOVA, NEUTRON, CINDER),
    CEILOMETER("Ceilometer", Stage.ExtendedServices),
    AODH("Aodh", Stage.ExtendedServices, CEILOMETER),
    MASAKARI("Masakari", Stage.ExtendedServices, NOVA),
    MISTRAL("Mistral", Stage.ExtendedServices),
    TACKER("Tacker", Stage.ExtendedServices, NOVA, NEUTRON, HEAT),
    CYBORG("Cyborg", Stage.ExtendedServices, NOVA, PLACEMENT),
    BLAZAR("Blazar", Stage.ExtendedServices, NOVA),
    ZUN("Zun", Stage.ExtendedServices, NEUTRON),
    CLOUDKITTY("CloudKitty", Stage.ExtendedServices, CEILOMETER),
    WATCHER("Watcher", Stage.ExtendedServices, NOVA, CEILOMETER),
    VITRAGE("Vitrage", Stage.ExtendedServices, CEILOMETER, AODH),
    ZAQAR("Zaqar", Stage.ExtendedServices),
    FREEZER("Freezer", Stage.ExtendedServices, SWIFT),
    VENUS("Venus", Stage.ExtendedServices),
    ADJUTANT("Adjutant", Stage.ExtendedServices),
    STORLETS("Storlets", Stage.ExtendedServices, SWIFT),
    HORIZON("Horizon", Stage.Dashboards),
    SKYLINE("Skyline", Stage.Dashboards, NEUTRON);

    /** When a part of an OpenStackControlPlane comes up, as its status tells. */
    public enum Stage {
        Infrastructure,
        Identity,
        CoreServices,
        ExtendedServices,
        Dashboards
    }

    private final String kind;
    private final Stage stage;
    private final List<KnownService> needs;

    KnownService(String kind, Stage stage, KnownService... needs) {
        this.kind = kind;
        this.stage = stage;
        this.needs = List.of(needs);
    }

    /** What is known of a service that there is. */
    public static Optional<KnownService> of(OpenStackService service) {
        return Arrays.stream(values())
                .filter(known -> known.name().equals(service.name()))
                .findFirst();
    }

    /** The name of its field in the spec. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As people call it. */
    public String kind() {
        return kind;
    }

    public Stage stage() {
        return stage;
    }

    /** What it is skipped without; nobody can do without being let in. */
    public List<KnownService> needs() {
        return this == KEYSTONE
                ? List.of()
                : Stream.concat(Stream.of(KEYSTONE), needs.stream()).toList();
    }

    /** What makes it; none if this release does not have it. */
    public Optional<OpenStackService> built() {
        return Arrays.stream(OpenStackService.values())
                .filter(service -> service.name().equals(name()))
                .findFirst();
    }
}
