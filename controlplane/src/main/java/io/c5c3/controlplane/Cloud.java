package io.c5c3.controlplane;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.DeletionPolicy;
import io.c5c3.api.common.Image;
import io.c5c3.api.common.Policy;
import io.c5c3.api.common.Tls;
import io.c5c3.api.controlplane.ControlPlane;
import io.c5c3.api.controlplane.Infrastructure;
import io.c5c3.api.controlplane.Services;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a plane asks for. Everything else here is made from this, and does not know in which resource a person asked.
 *
 * @param plane the resource in which a person asked
 * @param face of which group the parts are, and in which words the status is
 * @param monitoring whether Prometheus is told of the parts, and how it finds them
 * @param policy rules for all services
 * @param mistakes what is wrong with settings that the API server has not looked into
 * @param skipped what was asked for and is not made
 */
record Cloud(
        CustomResource<?, ?> plane,
        Face face,
        String region,
        Tls tls,
        ControlPlane.Monitoring monitoring,
        @Nullable Policy policy,
        DeletionPolicy deletionPolicy,
        Infrastructure infrastructure,
        Services services,
        ControlPlane.Cortex cortex,
        ControlPlane.Tempest tempest,
        List<String> mistakes,
        List<Skipped> skipped) {

    String name() {
        return plane.getMetadata().getName();
    }

    String namespace() {
        return plane.getMetadata().getNamespace();
    }

    boolean monitored() {
        return monitoring.enabled();
    }

    /** Whether data goes with the plane. */
    boolean deletes() {
        return deletionPolicy == DeletionPolicy.Delete;
    }

    boolean has(OpenStackService service) {
        return switch (service) {
            case CORTEX -> cortex.enabled();
            case TEMPEST -> tempest.enabled();
            default ->
                services.of(service).enabled()
                        && skipped.stream()
                                .noneMatch(skip -> skip.service().id().equals(service.id()));
        };
    }

    /** Whether networks are made by OVN, which they are unless something else is said. */
    boolean overOvn() {
        var ml2 = services.neutron().ml2();
        return ml2 == null
                || ml2.mechanismDrivers() == null
                || ml2.mechanismDrivers().contains("ovn");
    }

    /** Those the plane has, each after those it stands on. */
    Stream<OpenStackService> having() {
        return Stream.of(OpenStackService.values()).filter(this::has);
    }

    /** The services that a plane has of those that one comes after. */
    List<OpenStackService> before(OpenStackService service) {
        return service.after().stream().filter(this::has).toList();
    }

    /** The image that the plane wants a service to run, if it says so. */
    @Nullable
    Image image(OpenStackService service) {
        return switch (service) {
            case CORTEX -> cortex.image();
            case TEMPEST -> tempest.image();
            default -> services.of(service).image();
        };
    }
}
