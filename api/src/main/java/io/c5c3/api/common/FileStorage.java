package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A volume for what a service keeps as files. All pods that mount it share a node, unless the storage class lets many nodes mount it.
 *
 * @param size the size of the volume; it can grow where the storage class allows it
 * @param storageClass the StorageClass; without it, the cluster's default
 * @param accessMode whether many nodes can mount it at the same time
 */
@RecordBuilder
public record FileStorage(
        @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
        String size,

        @Nullable String storageClass,
        @Default("ReadWriteOnce") AccessMode accessMode) {

    public enum AccessMode {
        /** One node. */
        ReadWriteOnce,

        /** All nodes. */
        ReadWriteMany
    }

    /** Whether all pods that mount it have to be on the same node. */
    public boolean onOneNode() {
        return accessMode == AccessMode.ReadWriteOnce;
    }
}
