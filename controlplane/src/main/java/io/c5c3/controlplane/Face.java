package io.c5c3.controlplane;

import io.c5c3.api.catalogue.KnownService;
import io.c5c3.api.catalogue.KnownService.Stage;
import io.c5c3.api.catalogue.Phase;
import io.c5c3.api.catalogue.Twins;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.Stream;

/** The ways of asking for a cloud. What is made is the same; of which group it is and what people are told differ. */
enum Face {
    CONTROL_PLANE {
        @Override
        <R extends HasMetadata> Class<? extends R> kind(Class<R> kind) {
            return kind;
        }

        @Override
        List<String> phases() {
            return Stream.of(Phase.values()).map(Phase::name).toList();
        }

        @Override
        String phase(Part part) {
            return part.phase().name();
        }

        @Override
        String catalogued() {
            return Phase.ServiceCatalog.name();
        }
    },

    OPENSTACK {
        @Override
        <R extends HasMetadata> Class<? extends R> kind(Class<R> kind) {
            return Twins.second(kind);
        }

        @Override
        List<String> phases() {
            return Stream.of(Stage.values()).map(Stage::name).toList();
        }

        /** What is no service of its own, such as the agents on hypervisors, comes up with the core. */
        @Override
        String phase(Part part) {
            return part.phase() == Phase.Infrastructure
                    ? Stage.Infrastructure.name()
                    : Stream.of(KnownService.values())
                            .filter(known -> known.kind().equals(part.child().getKind()))
                            .findFirst()
                            .map(KnownService::stage)
                            .orElse(Stage.CoreServices)
                            .name();
        }

        @Override
        String catalogued() {
            return Stage.Identity.name();
        }
    };

    /** A kind in the group that children of such a plane are of. */
    abstract <R extends HasMetadata> Class<? extends R> kind(Class<R> kind);

    /** In their order. */
    abstract List<String> phases();

    abstract String phase(Part part);

    /** The phase in which Keystone is told of the services. */
    abstract String catalogued();
}
