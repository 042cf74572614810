package io.c5c3.engine.step;

import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The pods that mount a ring. A kubelet brings a changed Secret to a pod when it next looks at the pod, which may take a minute; a changed
 * annotation makes it look at once. Nothing restarts.
 */
record KeyReaders(String type, Map<String, String> labels) {

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Marks the pods that started with older keys; returns when to try again if one could not be marked. */
    Optional<Instant> nudge(Work work, KeyRingSecret ring) {
        if (ring.rotations() == 0) {
            return Optional.empty();
        }
        var late = false;
        for (var pod : work.labelled(Pod.class, labels)) {
            if (mountsOlder(pod, ring)) {
                late |= !marked(work, pod, ring.revision());
            }
        }
        return late ? Optional.of(work.now().plus(SOON)) : Optional.empty();
    }

    /** A pod that its kubelet has not found ready: whatever it reads may be old. */
    Optional<String> outOfTouch(Work work) {
        return work.labelled(Pod.class, labels).stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null && pod.getStatus() != null)
                .filter(pod -> pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && !"True".equals(condition.getStatus())))
                .map(pod -> pod.getMetadata().getName())
                .sorted()
                .findFirst();
    }

    private boolean mountsOlder(Pod pod, KeyRingSecret ring) {
        var metadata = pod.getMetadata();
        var started = Instant.parse(metadata.getCreationTimestamp());
        var seen = metadata.getAnnotations() == null
                ? null
                : metadata.getAnnotations().get(annotation());
        return metadata.getDeletionTimestamp() == null
                && !started.isAfter(ring.rotatedAt())
                && !ring.revision().equals(seen);
    }

    private boolean marked(Work work, Pod pod, String revision) {
        try {
            work.annotate(pod, annotation(), revision);
            return true;
        } catch (KubernetesClientException e) {
            // It has just changed or gone; either way the next look knows better.
            if (e.getCode() == CONFLICT || e.getCode() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private String annotation() {
        return "c5c3.io/" + type + "-keys-revision";
    }
}
