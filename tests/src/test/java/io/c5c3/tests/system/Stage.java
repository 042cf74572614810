package io.c5c3.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.app.Clients;
import io.c5c3.local.LocalCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** A whole cluster for one class of tests: what a person types at it, and a client that looks at it from outside. */
final class Stage {

    private final Cli cli;
    private final LocalCluster cluster;
    private @Nullable KubernetesClient client;

    Stage(String name) {
        this.cli = new Cli(name);
        this.cluster = LocalCluster.named(name, LocalCluster.Profile.FULL);
    }

    Cli cli() {
        return cli;
    }

    /** Fails with an IOException while there is no cluster yet. */
    KubernetesClient connect() throws IOException {
        if (client == null) {
            client = Clients.of(Config.fromKubeconfig(Files.readString(cluster.kubeconfig())));
        }
        return client;
    }

    void up(String file) {
        var up = cli.run("up", "--plain", "-f", file);
        System.out.println(up.both());
        assertThat(up.exitCode()).as(up.both()).isZero();
    }

    /** Before the tests, in case an earlier run was killed, and after them. */
    void purge() {
        if (client != null) {
            client.close();
            client = null;
        }
        cli.run("down", "--purge", "--yes");
    }

    static boolean ready(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}
