package io.c5c3.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;

/** The one way to make a client. */
public final class Clients {

    private Clients() {}

    /**
     * Fields that a newer API server or another project added must not stop us from reading an object. What is not set is not sent: null
     * would be taken for ours, and a map that server-side apply empties becomes null, which the schema then refuses.
     */
    public static KubernetesClient of(Config config) {
        var mapper = new ObjectMapper()
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
        for (var container : List.of(Map.class, List.class)) {
            mapper.configOverride(container)
                    .setInclude(JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS));
        }
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(new KubernetesSerialization(mapper, true))
                .build();
    }
}
