package io.c5c3.cli.cluster;

import io.c5c3.local.LocalCluster;
import java.nio.file.Path;
import java.util.Map;

/** Chooses the cluster: the one of KUBECONFIG when it is set, else the local one. */
public final class Clusters {
    private static final String STANDARD = "c5c3";

    private Clusters() {}

    public static Target choose() {
        return choose(System.getenv());
    }

    public static Target choose(Map<String, String> environment) {
        var name = environment.getOrDefault("C5C3_CLUSTER", "");
        var local = name.isBlank()
                ? new Target.Local(STANDARD, LocalCluster.standard())
                : new Target.Local(name, LocalCluster.named(name, LocalCluster.Profile.FULL));
        var kubeconfig = environment.getOrDefault("KUBECONFIG", "");
        // Some people point KUBECONFIG at the local cluster's own file: it is still the local cluster.
        if (kubeconfig.isBlank()
                || Path.of(kubeconfig).toAbsolutePath().equals(local.cluster().kubeconfig())) {
            return local;
        }
        Target.mustExist(kubeconfig);
        return new Target.Given(kubeconfig);
    }
}
