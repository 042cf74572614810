package io.c5c3.cli.cluster;

import io.c5c3.cli.terminal.Failure;
import io.c5c3.local.LocalCluster;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Kubernetes that a command works on. */
public sealed interface Target {
    /** As kubectl understands it: a file, or several with colons between them. */
    String kubeconfig();

    String describe();

    /** The one on this machine, which is ours to start, fill with images and remove. */
    record Local(String name, LocalCluster cluster) implements Target {
        @Override
        public String kubeconfig() {
            return cluster.kubeconfig().toString();
        }

        @Override
        public String describe() {
            return "the local cluster " + name;
        }
    }

    /** Somebody's cluster: it is there, and it stays. */
    record Given(String kubeconfig) implements Target {
        @Override
        public String describe() {
            return "the cluster of KUBECONFIG=" + kubeconfig;
        }
    }

    /** Says what to do when there is nothing to talk to, as far as that can be seen without trying. */
    default void mustBeThere() {
        if (this instanceof Local local) {
            var file = local.cluster().kubeconfig();
            if (!Files.exists(file)) {
                throw new Failure("There is no local cluster yet. Make one with './c5c3 up' (as root),"
                        + " or set KUBECONFIG to a cluster that you have.");
            }
            if (!Files.isReadable(file)) {
                throw new Failure(file + " is not yours to read: run the command as root, like './c5c3 up'.");
            }
        }
    }

    /** A client; the cluster must be there. */
    default KubernetesClient connect() {
        mustBeThere();
        return client(
                this instanceof Local local
                        ? OwnKubeconfig.read(local.cluster().kubeconfig())
                        : Config.autoConfigure(null));
    }

    private static KubernetesClient client(Config config) {
        config.setUserAgent("c5c3");
        // A person waits for the answer: a cluster that is not there should be noticed in seconds, not in minutes.
        config.setConnectionTimeout(5_000);
        config.setRequestRetryBackoffLimit(3);
        // One question after the other: what a command would learn to ask several at once takes longer than asking.
        config.setHttp2Disable(true);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Documents.SERIALIZATION)
                .build();
    }

    /** Checks what can be checked without asking the cluster. */
    static void mustExist(String kubeconfig) {
        for (var file : kubeconfig.split(":", -1)) {
            if (!file.isBlank() && Files.isReadable(Path.of(file))) {
                return;
            }
        }
        throw new Failure("KUBECONFIG is set to " + kubeconfig + ", which cannot be read."
                + " Correct it, or unset it to use the local cluster.");
    }
}
