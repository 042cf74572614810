package io.c5c3.engine.step;

import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Plans are values; what is sent to a cluster gets labels and owners, so steps work on copies. */
final class Copies {

    private Copies() {}

    @SuppressWarnings("unchecked")
    static <T extends HasMetadata> T of(T object) {
        return (T) Json.KUBERNETES.clone(object);
    }
}
