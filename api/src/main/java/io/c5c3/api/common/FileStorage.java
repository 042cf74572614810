package io.c5c3.api.common;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A volume for what a service keeps as files. More than one pod needs a storage class that can be mounted by many.
 *
 * @param size the size of the volume; it can grow where the storage class allows it
 * @param storageClass the StorageClass; without it, the cluster's default
 * @param accessMode whether many nodes can mount it at the same time
 */
public record FileStorage(
        @Pattern("^[0-9]+(\\.[0-9]+)?(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$") @Default("10Gi")
        String size,

        @Nullable String storageClass,
        @Default("ReadWriteOnce") AccessMode accessMode) {

    @SuppressWarnings("NullAway")
    public static final FileStorage DEFAULT = new FileStorage(null, null, null);

    public enum AccessMode {
        /** One node. */
        ReadWriteOnce,

        /** All nodes. */
        ReadWriteMany
    }

    public FileStorage {
        size = size == null ? "10Gi" : size;
        accessMode = accessMode == null ? AccessMode.ReadWriteOnce : accessMode;
    }
}
