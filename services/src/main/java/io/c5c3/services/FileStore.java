package io.c5c3.services;

import io.c5c3.api.common.FileStorage;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ClaimStep;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.Map;

/**
 * The volume on which a service keeps as files what people gave it.
 *
 * @param what is kept: images, say
 * @param deleted whether it goes with the resource
 */
public record FileStore(String service, String what, Map<String, String> labels, FileStorage wish, boolean deleted) {

    private String claim() {
        return service + "-" + what;
    }

    public Reads mounted(Reads reads, String folder) {
        return reads.with(
                new VolumeBuilder()
                        .withName(what)
                        .withNewPersistentVolumeClaim()
                        .withClaimName(claim())
                        .endPersistentVolumeClaim()
                        .build(),
                new VolumeMountBuilder().withName(what).withMountPath(folder).build());
    }

    /**
     * The pod, where the volume can be mounted. One that one node at a time can have is shared by all pods on that node, and those that come
     * while others go are among them; a pod on another node would wait for it for ever.
     *
     * @param likes the pods that share the volume
     */
    public PodTemplateSpec placed(PodTemplateSpec pod, LabelSelector likes) {
        return wish.onOneNode()
                ? pod.edit()
                        .editSpec()
                        .editOrNewAffinity()
                        .editOrNewPodAffinity()
                        .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                        .withTopologyKey("kubernetes.io/hostname")
                        .withLabelSelector(likes)
                        .endRequiredDuringSchedulingIgnoredDuringExecution()
                        .endPodAffinity()
                        .endAffinity()
                        .endSpec()
                        .build()
                : pod;
    }

    public Step step() {
        return ClaimStep.of(
                new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName(claim())
                        .withLabels(labels)
                        .endMetadata()
                        .withNewSpec()
                        .withAccessModes(wish.accessMode().name())
                        .withStorageClassName(wish.storageClass())
                        .withNewResources()
                        .withRequests(Map.of("storage", new Quantity(wish.size())))
                        .endResources()
                        .endSpec()
                        .build(),
                deleted);
    }
}
