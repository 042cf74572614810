package io.c5c3.local;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Volumes that were made when there was one node and nobody wrote down which. */
record Volumes(String first) {
    private static final String HOST = "kubernetes.io/hostname";

    /** They are folders of the first node, and pods that use them have to go there. */
    void pin(KubernetesClient client) {
        client.persistentVolumes().list().getItems().stream()
                .filter(volume -> volume.getSpec().getHostPath() != null
                        && volume.getSpec().getNodeAffinity() == null)
                .map(this::pinned)
                .forEach(volume -> client.resource(volume).update());
    }

    private PersistentVolume pinned(PersistentVolume volume) {
        return new PersistentVolumeBuilder(volume)
                .editSpec()
                .withNewNodeAffinity()
                .withNewRequired()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey(HOST)
                .withOperator("In")
                .withValues(first)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .endRequired()
                .endNodeAffinity()
                .endSpec()
                .build();
    }
}
