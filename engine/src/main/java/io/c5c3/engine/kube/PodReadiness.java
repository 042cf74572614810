package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.Pod;

/** Whether a pod does its work, as its kubelet says. */
public final class PodReadiness {

    private PodReadiness() {}

    /** One that is about to go is not, whatever its last word was. */
    public static boolean isReady(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus() != null
                && pod.getStatus().getConditions() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}
