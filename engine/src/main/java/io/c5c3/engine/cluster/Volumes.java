package io.c5c3.engine.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The volumes that come with a StatefulSet. Its controller takes any claim of the right name, whoever made it and whatever is on it, so it
 * is for us to ask whose they are.
 */
final class Volumes {

    private Volumes() {}

    /**
     * The claims of pods that are to be made, by name.
     *
     * @param there the StatefulSet as it is, whose pods have their volumes already
     */
    static List<PersistentVolumeClaim> comingWith(HasMetadata desired, Optional<? extends HasMetadata> there) {
        if (!(desired instanceof StatefulSet set) || set.getSpec().getVolumeClaimTemplates() == null) {
            return List.of();
        }
        var running = there.map(StatefulSet.class::cast).map(Volumes::replicas).orElse(0);
        return set.getSpec().getVolumeClaimTemplates().stream()
                .flatMap(template -> IntStream.range(running, replicas(set))
                        .mapToObj(number -> template.getMetadata().getName() + "-"
                                + set.getMetadata().getName() + "-" + number))
                .map(name -> new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(set.getMetadata().getNamespace())
                        .endMetadata()
                        .build())
                .toList();
    }

    private static int replicas(StatefulSet set) {
        var replicas = set.getSpec().getReplicas();
        return replicas == null ? 1 : replicas;
    }
}
