package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Clients;
import io.c5c3.local.LocalCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A whole cluster for one class of tests: what a person types at it, and a client that looks at it from outside. Nothing is there before
 * the first test, even if an earlier run was killed, and nothing after the last.
 */
final class Stage implements BeforeAllCallback, AfterAllCallback {

    private final Cli cli;
    private final LocalCluster cluster;
    private @Nullable KubernetesClient client;

    Stage(String name) {
        this.cli = new Cli(name);
        this.cluster = LocalCluster.named(name, LocalCluster.Profile.FULL);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        purge();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        purge();
    }

    Cli cli() {
        return cli;
    }

    LocalCluster cluster() {
        return cluster;
    }

    /** Fails with an IOException while there is no cluster yet. */
    KubernetesClient connect() throws IOException {
        if (client == null) {
            client = Clients.of(Config.fromKubeconfig(Files.readString(cluster.kubeconfig())));
        }
        return client;
    }

    /** Of the whole core cloud, unless told of another file by {@code -f}. */
    void up(String... options) {
        var words = new ArrayList<>(List.of("up", "--plain"));
        words.addAll(List.of(options));
        var up = cli.run(words.toArray(String[]::new));
        System.out.println(up.both());
        assertThat(up.exitCode()).as(up.both()).isZero();
    }

    Cli.Result purge() {
        if (client != null) {
            client.close();
            client = null;
        }
        return cli.run("down", "--purge", "--yes");
    }

    static boolean ready(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}
