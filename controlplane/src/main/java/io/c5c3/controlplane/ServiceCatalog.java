package io.c5c3.controlplane;

import static io.c5c3.controlplane.catalogue.CatalogueEntry.ADMIN;
import static io.c5c3.controlplane.catalogue.CatalogueEntry.READER;
import static io.c5c3.controlplane.catalogue.CatalogueEntry.SERVICE;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.controlplane.catalogue.CatalogueEntry;
import io.c5c3.controlplane.catalogue.CatalogueStep;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFront;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The services of a plane as Keystone is told of them. */
record ServiceCatalog(ControlPlane plane) {

    private static final int GLANCE = 9292;
    private static final int PLACEMENT = 8778;
    private static final int NEUTRON = 9696;
    private static final int NOVA = 8774;
    private static final int CINDER = 8776;

    Step step(String condition) {
        var administrator = new Administrator(plane);
        return new CatalogueStep(
                condition,
                administrator.user(),
                administrator.password(),
                plane.getSpec().global().region(),
                entries());
    }

    /** The Secrets by which the services log in. */
    List<String> secrets() {
        return entries().stream().map(CatalogueEntry::secret).toList();
    }

    private List<CatalogueEntry> entries() {
        var services = plane.getSpec().services();
        var entries = new ArrayList<CatalogueEntry>();
        if (services.glance().enabled()) {
            entries.add(entry(
                    "glance",
                    "image",
                    "Images of servers",
                    GLANCE,
                    "",
                    services.glance().exposure(),
                    SERVICE));
        }
        if (services.placement().enabled()) {
            entries.add(entry(
                    "placement",
                    "placement",
                    "Resources and who took them",
                    PLACEMENT,
                    "",
                    services.placement().exposure(),
                    SERVICE));
        }
        if (services.neutron().enabled()) {
            entries.add(entry(
                    "neutron",
                    "network",
                    "Networks",
                    NEUTRON,
                    "",
                    services.neutron().exposure(),
                    SERVICE,
                    // It tells Nova of other people's ports; without this Nova answers 404 and servers wait in vain.
                    ADMIN));
        }
        if (services.nova().enabled()) {
            entries.add(entry(
                    "nova", "compute", "Servers", NOVA, "/v2.1", services.nova().exposure(), SERVICE, ADMIN));
            if (services.nova().compute().enabled()) {
                entries.add(CatalogueEntry.account(NodeAgents.USER, SERVICE));
            }
        }
        if (services.cinder().enabled()) {
            entries.add(entry(
                    "cinder",
                    "block-storage",
                    "Volumes",
                    CINDER,
                    "/v3",
                    services.cinder().exposure(),
                    SERVICE,
                    ADMIN));
        }
        if (plane.getSpec().cortex().enabled()) {
            entries.add(CatalogueEntry.account(ExtraChildren.CORTEX, READER));
        }
        if (plane.getSpec().tempest().enabled()) {
            // Tests make projects and users of their own to try the services with.
            entries.add(CatalogueEntry.account(ExtraChildren.TEMPEST, ADMIN));
        }
        return entries;
    }

    private CatalogueEntry entry(
            String name,
            String type,
            String description,
            int port,
            String path,
            @Nullable Exposure exposure,
            String... roles) {
        var front = new ApiFront(
                name,
                plane.getMetadata().getNamespace(),
                Map.of(),
                Map.of(),
                port,
                plane.getSpec().global().tls().enabled(),
                Objects.requireNonNullElse(exposure, Defaults.of(Exposure.class)));
        return CatalogueEntry.of(
                name, type, description, front.internalUrl() + path, front.publicUrl(null) + path, roles);
    }
}
