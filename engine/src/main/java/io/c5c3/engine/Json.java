package io.c5c3.engine;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.c5c3.api.common.DefaultsModule;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;

/**
 * The one way in which objects of a cluster are read and written. What a mapper learns about the classes of Kubernetes takes megabytes,
 * so there is only one of them; and what is compared is then exactly what is sent.
 */
public final class Json {

    /**
     * Fields that a newer API server or another project added must not stop us from reading an object. What is not set is not sent: null
     * would be taken for ours, and a map that server-side apply empties becomes null, which the schema then refuses.
     */
    public static final ObjectMapper MAPPER = mapper();

    public static final KubernetesSerialization KUBERNETES = new KubernetesSerialization(MAPPER, true);

    private Json() {}

    private static ObjectMapper mapper() {
        var mapper = new ObjectMapper()
                .registerModule(new DefaultsModule())
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
        // Who wrote which field is the API server's business. It is half of every object, and nobody here asks for it.
        mapper.configOverride(ObjectMeta.class)
                .setIgnorals(JsonIgnoreProperties.Value.forIgnoredProperties("managedFields"));
        for (var container : List.of(Map.class, List.class)) {
            mapper.configOverride(container)
                    .setInclude(JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS));
        }
        return mapper;
    }
}
