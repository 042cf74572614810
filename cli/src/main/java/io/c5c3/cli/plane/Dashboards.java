package io.c5c3.cli.plane;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Phase;
import io.c5c3.cli.terminal.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a cloud has for people with a browser. */
public final class Dashboards {

    private static final Set<String> KINDS = Stream.of(OpenStackService.values())
            .filter(service -> service.phase() == Phase.Dashboards)
            .map(service -> HasMetadata.getKind(service.kind()))
            .collect(Collectors.toUnmodifiableSet());

    private Dashboards() {}

    /** The only one, or the one that has this name or is of this kind. */
    public static Observed choose(List<Observed> resources, Optional<String> name) {
        var there = resources.stream()
                .filter(resource -> KINDS.contains(resource.kind()))
                .toList();
        var fitting = there.stream()
                .filter(dashboard -> name.isEmpty()
                        || name.get().equals(dashboard.name())
                        || name.get().equalsIgnoreCase(dashboard.kind()))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        var names = there.stream().map(Observed::title).collect(Collectors.joining(", "));
        if (there.isEmpty()) {
            throw new Failure("The cloud has no dashboard: write spec.services."
                    + KINDS.stream()
                            .map(kind -> kind.toLowerCase(Locale.ROOT))
                            .sorted()
                            .collect(Collectors.joining(".enabled or spec.services."))
                    + ".enabled: true in its control plane.");
        }
        throw new Failure(
                fitting.isEmpty()
                        ? "There is no dashboard " + name.orElse("") + ", but " + names + "."
                        : "There are several: " + names + ". Say which.");
    }

    /** Where it is; a failure that says why if it is nowhere yet. */
    public static String address(Observed dashboard) {
        var endpoint = dashboard.status().path("endpoint").asText("");
        if (endpoint.isEmpty()) {
            throw new Failure(dashboard.title() + " is not there yet: './c5c3 why " + dashboard.title()
                    + "' tells what it waits for.");
        }
        return endpoint;
    }
}
