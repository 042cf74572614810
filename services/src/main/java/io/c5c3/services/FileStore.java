package io.c5c3.services;

import io.c5c3.api.common.FileStorage;
import io.c5c3.engine.Outcome;
import io.c5c3.engine.Step;
import io.c5c3.engine.step.ClaimStep;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.Map;
import java.util.Optional;

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

    /** A volume that one node at a time can mount must be let go before a pod on another node can have it. */
    public boolean isForOneNode() {
        return wish.accessMode() == FileStorage.AccessMode.ReadWriteOnce;
    }

    /**
     * What to say if it is for fewer pods than there are to be.
     *
     * @param replicas the field that says how many pods
     * @param file the field that asks for the volume
     * @param instead what to write to need no volume
     */
    public Optional<Outcome> problem(int pods, String replicas, String file, String instead) {
        return pods > 1 && isForOneNode()
                ? Optional.of(Outcome.mistake(
                        "StorageNotShared",
                        replicas + ": " + pods + " needs a volume that many nodes can mount: write " + file
                                + ".accessMode: ReadWriteMany with a storage class that offers it, use " + instead
                                + ", or write " + replicas + ": 1."))
                : Optional.empty();
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
