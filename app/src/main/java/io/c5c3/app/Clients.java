package io.c5c3.app;

import io.c5c3.engine.Json;
import io.c5c3.engine.Leadership;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Set;

/** The one way to make a client. */
public final class Clients {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    /** A request that takes longer is given up; watches are not among them. */
    private static final int ANSWER_MILLIS = 10_000;

    private Clients() {}

    public static KubernetesClient of(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Json.KUBERNETES)
                .build();
    }

    /**
     * A client for operators. Whatever is written through it from a look is written only while this process leads; nothing is tried again
     * behind the back of the look, which knows better when.
     */
    public static KubernetesClient ofOperators(Config config) {
        config.setRequestRetryBackoffLimit(0);
        config.setRequestTimeout(ANSWER_MILLIS);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Json.KUBERNETES)
                .withHttpClientBuilderConsumer(builder ->
                        builder.addOrReplaceInterceptor("leadership", new Interceptor() {
                            @Override
                            public void before(BasicBuilder changed, HttpRequest request, RequestTags tags) {
                                if (!READS.contains(request.method())) {
                                    Leadership.current().permit();
                                }
                            }
                        }))
                .build();
    }
}
