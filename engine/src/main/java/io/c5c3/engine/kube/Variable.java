package io.c5c3.engine.kube;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;

/** Variables of a container's environment. */
public final class Variable {

    private Variable() {}

    public static EnvVar of(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }

    /** What the pod comes to know of itself. */
    public static EnvVar own(String name, String path) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath(path)
                .endFieldRef()
                .endValueFrom()
                .build();
    }

    public static EnvVar secret(String name, String secret, String key) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewSecretKeyRef()
                .withName(secret)
                .withKey(key)
                .endSecretKeyRef()
                .endValueFrom()
                .build();
    }
}
