package io.c5c3.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** Where a cluster keeps its files: all below one folder, so that removing it removes them. */
record Layout(String name, Path root) {
    // Names become host names, interface names and parts of socket paths (which the kernel limits to 107 bytes).
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");

    Layout {
        if (!NAME.matcher(name).matches()) {
            throw new LocalException(
                    "'" + name + "' cannot name a cluster: use at most 32 lower-case letters, digits and dashes.");
        }
    }

    static Layout of(String name) {
        return new Layout(
                name, stateRoot(System.getenv(), Root.isUs(), Cache.directory()).resolve(name));
    }

    static Path stateRoot(Map<String, String> environment, boolean root, Path cache) {
        var told = environment.getOrDefault("C5C3_STATE", "");
        if (!told.isBlank()) {
            return Path.of(told).toAbsolutePath();
        }
        return root ? Path.of("/var/lib/c5c3") : cache.resolve("state");
    }

    Path lock() {
        return root.resolveSibling("." + name + ".lock");
    }

    Path kubeconfig() {
        return root.resolve("kubeconfig");
    }

    Path auditLog() {
        return root.resolve("audit/audit.log");
    }

    Path certificates() {
        return root.resolve("pki");
    }

    Path configuration() {
        return root.resolve("etc");
    }

    /** The choice of networks, made at the first start. */
    Path addresses() {
        return configuration().resolve("addresses");
    }

    Path logs() {
        return root.resolve("log");
    }

    Path log(String daemon) {
        return logs().resolve(daemon + ".log");
    }

    Path etcd() {
        return root.resolve("etcd");
    }

    Path containerdSocket() {
        return root.resolve("containerd.sock");
    }

    /** What the node sees as its /var: runtime, kubelet, pod logs and what pods keep on their host. */
    Path var() {
        return root.resolve("var");
    }

    Path volumes() {
        return root.resolve("volumes");
    }
}
