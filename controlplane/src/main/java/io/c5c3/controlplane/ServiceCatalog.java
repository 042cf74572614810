package io.c5c3.controlplane;

import static io.c5c3.api.catalogue.OpenStackService.KEYSTONE;
import static io.c5c3.api.catalogue.OpenStackService.NOVA;

import io.c5c3.api.catalogue.FurtherApi;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Role;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Exposure;
import io.c5c3.controlplane.catalogue.CatalogueEntry;
import io.c5c3.controlplane.catalogue.CatalogueStep;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ApiFront;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The services of a plane as Keystone is told of them. */
record ServiceCatalog(Cloud cloud) {

    Step step() {
        var administrator = new Administrator(cloud);
        return new CatalogueStep(
                administrator.user(), administrator.password(), cloud.region(), entries(), cloud.deletes());
    }

    /** The Secrets by which the services log in. */
    List<String> secrets() {
        return entries().stream()
                .filter(CatalogueEntry::logsIn)
                .map(CatalogueEntry::secret)
                .toList();
    }

    /** Keystone itself is registered by its own bootstrap. */
    private List<CatalogueEntry> entries() {
        return cloud.having()
                .filter(service -> service != KEYSTONE)
                .flatMap(service -> Stream.concat(entries(service), agents(service)))
                .toList();
    }

    private Stream<CatalogueEntry> entries(OpenStackService service) {
        if (service.listed()) {
            return Stream.concat(
                    Stream.of(entry(service)),
                    service.furtherApis().stream().map(further -> further(service, further)));
        }
        return service.roles().isEmpty()
                ? Stream.of()
                : Stream.of(CatalogueEntry.account(service.id(), service.roles()));
    }

    private Stream<CatalogueEntry> agents(OpenStackService service) {
        return service == NOVA && cloud.services().nova().compute().enabled()
                ? Stream.of(CatalogueEntry.account(NodeAgents.USER, Set.of(Role.service)))
                : Stream.of();
    }

    private CatalogueEntry entry(OpenStackService service) {
        var front =
                front(service.id(), service.port(), cloud.services().of(service).exposure());
        return CatalogueEntry.of(
                        service.id(),
                        service.type(),
                        service.description(),
                        front.internalUrl() + service.path(),
                        front.publicUrl(null) + service.path(),
                        service.roles())
                .with(service.domain().orElse(null));
    }

    private CatalogueEntry further(OpenStackService service, FurtherApi further) {
        var wanted = cloud.services().of(service).further(further.part());
        var front = front(further.name(service.id()), further.port(), wanted == null ? null : wanted.exposure());
        return CatalogueEntry.further(
                further.name(service.id()),
                further.type(),
                further.description(),
                front.internalUrl() + further.path(),
                front.publicUrl(null) + further.path());
    }

    private ApiFront front(String name, int port, @Nullable Exposure exposure) {
        return new ApiFront(
                name,
                cloud.namespace(),
                Map.of(),
                Map.of(),
                port,
                cloud.tls().enabled(),
                Objects.requireNonNullElse(exposure, Defaults.of(Exposure.class)));
    }
}
