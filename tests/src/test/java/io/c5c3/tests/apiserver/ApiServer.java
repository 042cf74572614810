package io.c5c3.tests.apiserver;

import io.c5c3.app.Clients;
import io.c5c3.app.Packaging;
import io.c5c3.engine.Enrolment;
import io.c5c3.local.LocalCluster;
import io.c5c3.local.Progress;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real API server with our definitions, started once for all test classes that ask for it and gone when the last one is through. */
public final class ApiServer implements BeforeAllCallback {

    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(ApiServer.class);

    private record Running(LocalCluster cluster, KubernetesClient client) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
            cluster.close();
        }
    }

    private static Running running;

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot().getStore(STORE).computeIfAbsent(Running.class, key -> start(), Running.class);
    }

    private static Running start() {
        var cluster = LocalCluster.named("apiserver-" + ProcessHandle.current().pid(), LocalCluster.Profile.APISERVER)
                .up(Progress.lines(System.out));
        try {
            var client = Clients.of(Config.fromKubeconfig(Files.readString(cluster.kubeconfig())));
            Packaging.files().forEach((path, text) -> {
                if (path.startsWith("packaging/crds/")) {
                    client.load(new java.io.ByteArrayInputStream(
                                    text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                            .serverSideApply();
                }
            });
            client.resources(CustomResourceDefinition.class)
                    .list()
                    .getItems()
                    .forEach(definition -> client.resource(definition)
                            .waitUntilCondition(ApiServer::established, 30, TimeUnit.SECONDS));
            return new Running(cluster, client);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean established(CustomResourceDefinition definition) {
        return definition != null
                && definition.getStatus() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Established".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    public static KubernetesClient client() {
        return running.client();
    }

    public static LocalCluster cluster() {
        return running.cluster();
    }

    /** A namespace of one test's own, in which operators may do everything. */
    public static String namespace() {
        return namespace(Map.of(Enrolment.LABEL, "true", Enrolment.PRIVILEGED, "true"));
    }

    /** The same as an administrator has labelled it. */
    static String namespace(Map<String, String> labels) {
        var name = "test-" + UUID.randomUUID().toString().substring(0, 8);
        client().resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
        return name;
    }
}
