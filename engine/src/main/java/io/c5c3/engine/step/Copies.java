package io.c5c3.engine.step;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** Plans are values; what is sent to a cluster gets labels and owners, so steps work on copies. */
final class Copies {

    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private Copies() {}

    @SuppressWarnings("unchecked")
    static <T extends HasMetadata> T of(T object) {
        return (T) SERIALIZATION.clone(object);
    }
}
