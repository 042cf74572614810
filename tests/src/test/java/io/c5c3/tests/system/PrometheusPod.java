package io.c5c3.tests.system;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.c5c3.engine.Json;
import io.c5c3.local.Debian;
import io.c5c3.local.Progress;
import io.c5c3.local.image.Images;
import io.c5c3.tests.Repository;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A Prometheus in a namespace of its own, where NetworkPolicies have to let it in. Its program is lent by this machine. */
record PrometheusPod(KubernetesClient client) {

    private static final String NAMESPACE = "monitoring";
    private static final String NAME = "prometheus";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** @param files its configuration */
    void start(Map<String, String> files) throws IOException {
        var programs =
                Debian.prometheus(Progress.lines(System.out)).toRealPath().getParent();
        var objects = Files.readString(Repository.file("tests/src/test/resources/monitoring/prometheus.yaml"))
                .replace("PROGRAMS", programs.toString())
                .replace("IMAGE", Images.reference("openstackclient"));
        client.load(new ByteArrayInputStream(objects.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withData(files)
                        .build())
                .serverSideApply();
        client.pods().inNamespace(NAMESPACE).withName(NAME).waitUntilReady(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** What it says of itself, by way of the API server. */
    JsonNode ask(String what) throws IOException {
        return Json.MAPPER
                .readTree(
                        client.raw("/api/v1/namespaces/" + NAMESPACE + "/pods/" + NAME + ":9090/proxy/api/v1/" + what))
                .path("data");
    }

    void until(String what, Predicate<JsonNode> seen) {
        await("the " + what + " that Prometheus shows")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> seen.test(ask(what)));
    }
}
