package io.c5c3.controlplane;

import io.c5c3.api.catalogue.KnownService;
import io.c5c3.api.controlplane.OpenStackControlPlane;
import io.c5c3.api.controlplane.OpenStackControlPlane.StorageBackend;
import io.c5c3.engine.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A service that was asked for and is not made, and why. */
record Skipped(KnownService service, String reason, String why) {

    /** Those of a plane. What a skipped one is needed for is skipped as well: the table has each after what it needs. */
    static List<Skipped> of(OpenStackControlPlane.Spec spec) {
        var skipped = new EnumMap<KnownService, Skipped>(KnownService.class);
        for (var service : KnownService.values()) {
            if (spec.asksFor(service)) {
                notInRelease(service)
                        .or(() -> withoutWhatItNeeds(service, spec, skipped))
                        .or(() -> withoutAPlace(service, spec))
                        .ifPresent(skip -> skipped.put(service, skip));
            }
        }
        return List.copyOf(skipped.values());
    }

    private static Optional<Skipped> notInRelease(KnownService service) {
        return service.built().isPresent()
                ? Optional.empty()
                : Optional.of(new Skipped(
                        service,
                        "NotInThisRelease",
                        "this release has no such service. Nothing is made for it; take " + service.id()
                                + " out, or leave it for a release that has one."));
    }

    private static Optional<Skipped> withoutWhatItNeeds(
            KnownService service, OpenStackControlPlane.Spec spec, Map<KnownService, Skipped> skipped) {
        var off = service.needs().stream().filter(need -> !spec.asksFor(need)).toList();
        var without = service.needs().stream().filter(skipped::containsKey).toList();
        if (off.isEmpty() && without.isEmpty()) {
            return Optional.empty();
        }
        var missing = Stream.concat(off.stream(), without.stream())
                .map(KnownService::kind)
                .collect(Collectors.joining(" and "));
        var help = Stream.concat(
                        off.stream().map(need -> "write " + need.id() + ".enabled: true"),
                        without.stream().map(need -> "see " + condition(need)))
                .collect(Collectors.joining(", and "));
        return Optional.of(new Skipped(
                service,
                "DependencyDisabled",
                "it needs " + missing + ", which the plane does not have: " + help + "."));
    }

    /** Volumes have to be somewhere. */
    private static Optional<Skipped> withoutAPlace(KnownService service, OpenStackControlPlane.Spec spec) {
        return service == KnownService.CINDER && spec.storageBackend() != StorageBackend.ceph
                ? Optional.of(
                        new Skipped(service, "NoStorage", "there is no place for volumes: write storageBackend: ceph."))
                : Optional.empty();
    }

    private static String condition(KnownService service) {
        return service.kind() + "Ready";
    }

    String condition() {
        return condition(service);
    }

    Outcome outcome() {
        return Outcome.waiting(reason, service.kind() + " is skipped: " + why);
    }
}
