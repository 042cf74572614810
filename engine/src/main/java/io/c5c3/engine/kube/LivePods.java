package io.c5c3.engine.kube;

import io.c5c3.engine.Work;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pods that may be at work, one that is ending among them for as long as it is given to end. */
public final class LivePods {

    private LivePods() {}

    /** Those in one of these phases, by name. */
    public static List<Pod> in(Work work, Map<String, String> labels, Set<String> phases) {
        return work.labelled(Pod.class, labels).stream()
                .filter(pod -> pod.getStatus() != null
                        && phases.contains(pod.getStatus().getPhase()))
                .filter(pod -> {
                    var end = pod.getMetadata().getDeletionTimestamp();
                    return end == null || work.now().isBefore(Instant.parse(end));
                })
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
                .toList();
    }
}
