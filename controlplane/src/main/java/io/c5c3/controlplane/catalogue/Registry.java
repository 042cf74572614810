package io.c5c3.controlplane.catalogue;

import io.c5c3.engine.Outcome;
import io.c5c3.infrastructure.identity.IdentityFailure;
import io.c5c3.infrastructure.identity.IdentitySession;
import io.c5c3.infrastructure.identity.IdentitySession.Endpoint;
import io.c5c3.infrastructure.identity.IdentitySession.Service;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The services and endpoints in Keystone's catalogue: read once, and brought to what the plane wants. */
final class Registry {

    private static final String PUBLIC = "public";
    private static final String INTERNAL = "internal";

    private final IdentitySession keystone;
    private final Mark mark;
    private final String region;
    private final List<Service> services;
    private final List<Endpoint> endpoints;
    private final Set<String> kept = new HashSet<>();

    private Registry(
            IdentitySession keystone, Mark mark, String region, List<Service> services, List<Endpoint> endpoints) {
        this.keystone = keystone;
        this.mark = mark;
        this.region = region;
        this.services = services;
        this.endpoints = endpoints;
    }

    static Registry read(IdentitySession keystone, Mark mark, String region) throws IdentityFailure {
        return new Registry(keystone, mark, region, keystone.services(), keystone.endpoints());
    }

    /** Sees to these entries; those that cannot be the plane's are left alone, and it is said why. */
    Map<CatalogueEntry, Outcome> ensure(List<CatalogueEntry> entries) throws IdentityFailure {
        var claimed = claimed(entries);
        var problems = new LinkedHashMap<CatalogueEntry, Outcome>();
        for (var entry : entries) {
            var problem = obstacle(entry, claimed.get(entry));
            if (problem.isPresent()) {
                problems.put(entry, problem.get());
                continue;
            }
            var service = ensureService(entry, claimed.get(entry));
            kept.add(service);
            ensureEndpoint(service, PUBLIC, entry.publicUrl());
            ensureEndpoint(service, INTERNAL, entry.internalUrl());
        }
        return problems;
    }

    /** A service of the wanted type and name, or an endpoint of it in the plane's place, may be somebody else's. */
    private Optional<Outcome> obstacle(CatalogueEntry entry, @Nullable Service there) {
        if (there == null) {
            return Optional.empty();
        }
        return mark.obstacleToService(entry.name(), there.marks())
                .or(() -> Stream.of(PUBLIC, INTERNAL)
                        .flatMap(audience -> endpoint(there.id(), audience).stream())
                        .flatMap(endpoint -> mark.obstacleToService(entry.name(), endpoint.marks()).stream())
                        .findFirst());
    }

    /** Keystone lets several have the same place; ours goes before one that was made by others. */
    private Optional<Endpoint> endpoint(String service, String audience) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.service().equals(service)
                        && endpoint.audience().equals(audience)
                        && endpoint.region().equals(region))
                .min(Comparator.<Endpoint, Boolean>comparing(endpoint -> !mark.isOn(endpoint.marks()))
                        .thenComparing(Endpoint::id));
    }

    /** Which service is whose: by type and name, and what is left by our mark, in case somebody renamed it. */
    private Map<CatalogueEntry, Service> claimed(List<CatalogueEntry> entries) {
        var claimed = new LinkedHashMap<CatalogueEntry, Service>();
        for (var entry : entries) {
            first(service -> service.type().equals(entry.type())
                            && service.name().equals(entry.name())
                            && !claimed.containsValue(service))
                    .ifPresent(service -> claimed.put(entry, service));
        }
        for (var entry : entries) {
            if (!claimed.containsKey(entry)) {
                first(service -> mark.isOn(service.marks())
                                && Mark.user(service.marks()).equals(entry.name())
                                && !claimed.containsValue(service))
                        .ifPresent(service -> claimed.put(entry, service));
            }
        }
        return claimed;
    }

    /** Keystone lets several have the same name; ours goes before one that was made by others. */
    private Optional<Service> first(Predicate<Service> wanted) {
        return services.stream()
                .filter(wanted)
                .min(Comparator.<Service, Boolean>comparing(service -> !mark.isOn(service.marks()))
                        .thenComparing(Service::id));
    }

    private String ensureService(CatalogueEntry entry, @Nullable Service there) throws IdentityFailure {
        var wanted = new Service(
                there == null ? "" : there.id(),
                entry.name(),
                entry.type(),
                entry.description(),
                true,
                mark.marks(entry.name()));
        if (there == null) {
            return keystone.createService(wanted);
        }
        if (!same(there, wanted)) {
            keystone.updateService(wanted);
        }
        return there.id();
    }

    private void ensureEndpoint(String service, String audience, String url) throws IdentityFailure {
        var there = endpoint(service, audience);
        var wanted =
                new Endpoint(there.map(Endpoint::id).orElse(""), service, audience, region, url, true, mark.marks());
        if (there.isEmpty()) {
            keystone.ensureRegion(region);
            keystone.createEndpoint(wanted);
            return;
        }
        kept.add(wanted.id());
        if (!same(there.get(), wanted)) {
            keystone.updateEndpoint(wanted);
        }
    }

    private static boolean same(Service there, Service wanted) {
        return wanted.equals(new Service(
                there.id(),
                there.name(),
                there.type(),
                there.description(),
                there.enabled(),
                Mark.known(there.marks())));
    }

    private static boolean same(Endpoint there, Endpoint wanted) {
        return wanted.equals(new Endpoint(
                there.id(),
                there.service(),
                there.audience(),
                there.region(),
                there.url(),
                there.enabled(),
                Mark.known(there.marks())));
    }

    /** What carries our mark and is wanted no more. */
    List<Service> unwanted() {
        return services.stream()
                .filter(service -> mark.isOn(service.marks()) && !kept.contains(service.id()))
                .toList();
    }

    /** Those of regions and audiences that are wanted no more; those of an unwanted service go with it. */
    List<Endpoint> unwantedEndpoints() {
        var going = unwanted().stream().map(Service::id).toList();
        return endpoints.stream()
                .filter(endpoint -> mark.isOn(endpoint.marks())
                        && !kept.contains(endpoint.id())
                        && !going.contains(endpoint.service()))
                .toList();
    }
}
