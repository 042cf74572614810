package io.c5c3.services;

import io.c5c3.api.catalogue.Foundations;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.catalogue.Twins;
import io.c5c3.api.common.Dependency;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.DependenciesStep;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a service may wait for. */
public final class DependsOn {

    /** The kinds that {@code dependsOn} may name: what services stand on, and those that serve others. */
    public static final Set<Class<? extends HasMetadata>> KINDS =
            Twins.with(Stream.<Class<? extends HasMetadata>>concat(
                            Foundations.ALL.stream(),
                            OpenStackService.listedOnes().map(OpenStackService::kind))
                    .toList());

    private DependsOn() {}

    public static Step step(List<Dependency> wish) {
        return new DependenciesStep(wish, KINDS);
    }
}
