package io.c5c3.engine.kube;

import io.c5c3.engine.Labels;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The volume that a StatefulSet gives to each of its pods. */
public final class ClaimTemplate {

    private ClaimTemplate() {}

    /**
     * For a StatefulSet.
     *
     * @param operator whose StatefulSet it is: claims are made by the StatefulSet's controller, and without this label no watch would see
     *     them
     * @param storageClass the cluster's default where none is written, or an empty one
     * @param size as it was first asked for: the template of a claim can never be changed
     */
    public static PersistentVolumeClaim of(String volume, String operator, @Nullable String storageClass, String size) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(volume)
                .withLabels(Map.of(Labels.OPERATOR, operator))
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName("".equals(storageClass) ? null : storageClass)
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity(size)))
                .endResources()
                .endSpec()
                .build();
    }
}
