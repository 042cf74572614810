package io.c5c3.app;

import io.c5c3.engine.Json;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** The one way to make a client. */
public final class Clients {

    private Clients() {}

    public static KubernetesClient of(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Json.KUBERNETES)
                .build();
    }
}
