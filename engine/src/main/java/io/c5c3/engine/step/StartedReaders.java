package io.c5c3.engine.step;

import io.c5c3.engine.Work;
import io.c5c3.engine.kube.LivePods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Pods that read the keys when they start, from a {@link KeyFile}: they have those of the file that they mount, or later ones. Another
 * rotation is another file, so their Deployments replace them.
 *
 * @param labels of the pods; those that do not mount the ring are no matter
 */
public record StartedReaders(Map<String, String> labels) implements KeyReaders {

    /** One that has not started yet may do so on a node that knows an older Secret. */
    private static final Set<String> ALIVE = Set.of("Pending", "Running", "Unknown");

    @Override
    public Optional<Lag> behind(Work work, KeyRingSecret ring) {
        var old = LivePods.in(work, labels, ALIVE).stream()
                .filter(pod -> mountsOlder(pod, ring))
                .map(pod -> pod.getMetadata().getName())
                .toList();
        return old.isEmpty() ? Optional.empty() : Optional.of(Lag.of(Lag.older(old), work, ring));
    }

    private static boolean mountsOlder(Pod pod, KeyRingSecret ring) {
        var present = KeyFile.name(ring.rotations());
        return pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getSecret() != null
                        && ring.secret()
                                .getMetadata()
                                .getName()
                                .equals(volume.getSecret().getSecretName()))
                .anyMatch(volume ->
                        volume.getSecret().getItems().stream().noneMatch(item -> present.equals(item.getKey())));
    }

    @Override
    public Optional<Lag> stillBehind(Work work, KeyRingSecret ring) {
        return behind(work, ring);
    }

    /** Their Deployments do. */
    @Override
    public Optional<Instant> nudge(Work work, KeyRingSecret ring) {
        return Optional.empty();
    }
}
