package io.c5c3.controlplane;

import static io.c5c3.api.catalogue.OpenStackService.CINDER;
import static io.c5c3.api.catalogue.OpenStackService.CORTEX;
import static io.c5c3.api.catalogue.OpenStackService.KEYSTONE;
import static io.c5c3.api.catalogue.OpenStackService.NOVA;
import static io.c5c3.api.catalogue.OpenStackService.TEMPEST;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.Defaults;
import io.c5c3.api.cortex.Cortex;
import io.c5c3.api.cortex.Cortex.Domain;
import io.c5c3.api.cortex.CortexDatasourcesBuilder;
import io.c5c3.api.cortex.CortexNovaBuilder;
import io.c5c3.api.cortex.CortexPipelineBuilder;
import io.c5c3.api.cortex.CortexPipelinesBuilder;
import io.c5c3.api.cortex.CortexSpecBuilder;
import io.c5c3.api.tempest.Tempest;
import io.c5c3.api.tempest.Tempest.Tested;
import io.c5c3.api.tempest.TempestSpecBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a plane may have besides its services: that which decides for them, and that which tests them. */
record ExtraChildren(Cloud cloud) {

    CustomResource<?, ?> cortex() {
        var wanted = cloud.cortex();
        var served = served();
        return Child.of(
                cloud,
                Cortex.class,
                CORTEX.id(),
                CortexSpecBuilder.builder()
                        .replicas(wanted.replicas())
                        .image(wanted.image())
                        .database(wanted.database())
                        .keystone(Child.login(cloud, CORTEX.id()))
                        .pipelines(CortexPipelinesBuilder.builder()
                                .nova(pipeline(served, Domain.nova))
                                .cinder(pipeline(served, Domain.cinder))
                                .manila(pipeline(served, Domain.manila))
                                .build())
                        .datasources(wanted.datasources() == null ? known() : wanted.datasources())
                        .deployment(wanted.deployment())
                        .dependsOn(Child.dependsOn(cloud.before(CORTEX)))
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    private static Cortex.@Nullable Pipeline pipeline(List<Domain> served, Domain domain) {
        return served.contains(domain)
                ? CortexPipelineBuilder.builder().enabled(true).build()
                : null;
    }

    /** Where Nova asks, if it does. */
    Optional<String> scheduler() {
        return cloud.has(CORTEX) && served().contains(Domain.nova)
                ? Optional.of("http://" + CORTEX.id() + "." + cloud.namespace() + ".svc.cluster.local:" + Cortex.PORT)
                : Optional.empty();
    }

    /** Whoever the plane names; else those it has, and where it has neither, the one whom the whole is for. */
    private List<Domain> served() {
        var wanted = cloud.cortex().pipelines();
        var there = new ArrayList<Domain>();
        if (cloud.has(NOVA) || !cloud.has(CINDER)) {
            there.add(Domain.nova);
        }
        if (cloud.has(CINDER)) {
            there.add(Domain.cinder);
        }
        return wanted.isEmpty() ? there : wanted.stream().distinct().toList();
    }

    private Cortex.@Nullable Datasources known() {
        return cloud.has(NOVA)
                ? CortexDatasourcesBuilder.builder()
                        .nova(CortexNovaBuilder.builder()
                                .enabled(true)
                                .endpoint(Child.url(cloud, NOVA))
                                .build())
                        .build()
                : null;
    }

    CustomResource<?, ?> tempest() {
        var wanted = cloud.tempest();
        var tests = Objects.requireNonNullElse(wanted.tests(), Defaults.of(Tempest.Tests.class));
        return Child.of(
                cloud,
                Tempest.class,
                TEMPEST.id(),
                TempestSpecBuilder.builder()
                        .schedule(wanted.schedule())
                        .image(wanted.image())
                        .keystone(Child.login(cloud, TEMPEST.id()))
                        .tests(tests.of(there()))
                        .reports(wanted.reports())
                        .customConfig(wanted.customConfig())
                        .deployment(wanted.deployment())
                        .dependsOn(Child.dependsOn(Stream.concat(Stream.of(KEYSTONE), cloud.before(TEMPEST).stream())
                                .toList()))
                        .deletionPolicy(cloud.deletionPolicy())
                        .build());
    }

    /** Those of the plane's services that Tempest itself has tests for. */
    private List<Tested> there() {
        return cloud.having().flatMap(service -> tested(service).stream()).toList();
    }

    private static Optional<Tested> tested(OpenStackService service) {
        return switch (service) {
            case KEYSTONE -> Optional.of(Tested.identity);
            case GLANCE -> Optional.of(Tested.image);
            case NEUTRON -> Optional.of(Tested.network);
            case CINDER -> Optional.of(Tested.volume);
            case NOVA -> Optional.of(Tested.compute);
            default -> Optional.empty();
        };
    }
}
